"""Show the whole loop on a made-up class, in a course of its own: release, collect, grade, feedback.

The course is made anew in the folder `demo` of this course, which git ignores; nothing else is touched.
"""

import argparse
import shutil
from datetime import UTC, datetime

import nbformat

from autograder.assignment import Assignment
from autograder.commands import feedback, generate, grade
from autograder.commands import options as shared
from autograder.course import CONFIG, Course
from autograder.made_up_class import handed_in
from autograder.terminal import stdout


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    shared.add_isolation(parser)
    shared.add_jobs(parser)


def run(options: argparse.Namespace) -> int:
    """Make the course, hand in, grade, write feedback, and say where everything lies."""
    home = Course.find(options.course)
    course = made(home)
    say = stdout().print
    say(f"1. a course in {course.root}, with the assignments of {home.root}")
    names = list(course.assignments())
    publishing = {"isolation": options.isolation, "jobs": options.jobs, "no_audit": False}
    generate.run(argparse.Namespace(course=course.root, assignments=names, **publishing))
    count = sum(collect(course, Assignment.load(course, name)) for name in names)
    say(f"2. collected {count} notebooks into {course.root / 'submitted'}")
    say("3. grading")
    arguments = {"course": course.root, "assignments": names, "student": None, "isolation": options.isolation}
    wishes = {"force": False, "dry_run": False, "yes": True, "json": False, "allow_weak_isolation": True}
    code = grade.run(argparse.Namespace(**arguments, **wishes, jobs=options.jobs))
    say("4. feedback")
    feedback.run(argparse.Namespace(course=course.root, assignments=names, student=None))
    say("\nWhere to look")
    say(f"   the gradebook         {course.root / 'gradebook.db'}")
    say(f"   a graded notebook     {course.root / 'autograded' / 'emil' / names[0] / f'{names[0]}.ipynb'}")
    say(f"   what a student reads  {course.root / 'feedback' / 'emil' / names[0] / f'{names[0]}.html'}")
    say(f"   the same in nbgrader  cd {course.root} && nbgrader autograde {names[0]} --force")
    return code


def made(home: Course) -> Course:
    """A fresh copy of the course's sources in its folder `demo`."""
    root = home.root / "demo"
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir()
    shutil.copyfile(home.root / CONFIG, root / CONFIG)
    for folder in ("assignments", "solutions"):
        shutil.copytree(home.root / folder, root / folder)
    return Course.find(root)


def collect(course: Course, assignment: Assignment) -> int:
    """Put the class's notebooks where nbgrader's collecting commands put them; returns how many."""
    submissions = list(handed_in(course, assignment))
    for submission in submissions:
        assert submission.student is not None
        folder = course.submitted(submission.student, assignment.name)
        folder.mkdir(parents=True)
        nbformat.write(submission.notebook, folder / f"{assignment.name}.ipynb")
        (folder / "timestamp.txt").write_text(f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S.%f} UTC\n")
    return len(submissions)
