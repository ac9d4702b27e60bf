"""Everything that touches nbgrader: its configuration, its preprocessors, its database."""
