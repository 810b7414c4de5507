"""The board of Examples/MicroPython is a process: a line on standard input is a press of the button, its end the end."""

import select
import sys

DEVICE, HOST, PORT = sys.argv[1], sys.argv[2], int(sys.argv[3])
PASSWORD = "pw-" + DEVICE
inputs, ended = select.poll(), []
inputs.register(sys.stdin, select.POLLIN)


def pressed():
    if not inputs.poll(0):
        return False
    line = sys.stdin.readline()
    if not line:
        ended.append(True)
    return bool(line)


def has_ended():
    return bool(ended)
