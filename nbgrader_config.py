"""Settings of this course, read by nbgrader's own commands, by formgrader and by `autograder` alike."""

from autograder.gradebook.settings import configure

configure(get_config(), course_id="transformers")  # noqa: F821 - nbgrader defines get_config here
