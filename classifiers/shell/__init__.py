"""How command lines are read; `classifiers.commands` is the door.

`collector` hands a line to `walk` (POSIX shells) or to `classifiers.powershell`, and takes the wrappers off each command
they find. `walk` goes through the statements in the order they would run; `plain` and `tree` give it the statements,
`leaves` deals with the single commands, `builtin_commands` with what they do to the shell. `simple` holds the values that
all of them share.

To add a wrapper, add its row to `wrapper_table` and a line to its test.
"""
