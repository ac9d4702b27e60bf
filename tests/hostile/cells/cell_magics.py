"""Lets other interpreters and files in."""

%%bash
cat /etc/passwd
