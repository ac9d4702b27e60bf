"""Asks a person who is not there."""

input("your name: ")
