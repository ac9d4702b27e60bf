"""The untrusted side: what runs in the student's process, and the wire that both sides speak.

Nothing here imports anything else of the package: inside the sandbox there is nothing else of it.
"""
