"""Loads and runs files by magics."""

%run /etc/passwd
%load /etc/passwd
%writefile /tmp/x.py
!cat /etc/passwd
