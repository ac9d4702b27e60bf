"""Changes what the shell does before and after a cell."""

shell = get_ipython()
shell.events.register("pre_run_cell", lambda *args: 1 / 0)
shell.input_transformers_cleanup.append(lambda lines: ["pass\n"])
