#!/usr/bin/env python3
"""Radio signals of soil probes for a real rtl_433, without a radio.

    radio.py make FOLDER            writes I/Q recordings (cu8, 250 kS/s) of the frames below
    radio.py serve PORT FILE…       an rtl_tcp server that plays recordings in real time to one client

rtl_433 22.11 serves its MQTT connection in its live loop alone, so that what it reads from a file is published by nobody.
"""

import cmath
import math
import pathlib
import random
import socket
import struct
import sys
import threading
import time

RATE = 250_000
# Seconds of hiss before, between and after what is played.
LEAD, GAP, TAIL = 3, 1, 2
LOUD = 90


def bits(frame):
    return [byte >> (7 - i) & 1 for byte in bytes.fromhex(frame) for i in range(8)]


def fsk(frame, bit_us, deviation):
    """Two tones: a bit is one or the other for its whole time."""
    samples, phase = [], 0.0
    for i, bit in enumerate(bits(frame)):
        step = 2 * math.pi * (deviation if bit else -deviation) / RATE
        while len(samples) < round((i + 1) * bit_us * RATE / 1e6):
            phase += step
            samples.append(LOUD * cmath.exp(1j * phase))
    return samples


def ook(pulses):
    """A carrier that is there or not: pairs of microseconds, on and off."""
    samples = []
    for pulse in pulses:
        for microseconds, loud in zip(pulse, (LOUD, 0), strict=True):
            for _ in range(round(microseconds * RATE / 1e6)):
                samples.append(loud * cmath.exp(2j * math.pi * 8000 * len(samples) / RATE))
    return samples


def fine_offset(frame):
    return fsk("aa" * 12 + "2dd4" + frame, 58, 30_000)


def checked(frame):
    """With the CRC and the sum of a Fine Offset frame behind it."""
    data, crc = bytes.fromhex(frame), 0
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc << 1 ^ 0x31 if crc & 0x80 else crc << 1) & 0xFF
    data += bytes([crc])
    return (data + bytes([sum(data) & 0xFF])).hex()


def springfield(probe, celsius, tenths):
    """Nine nibbles, each bit in the length of the gap behind it; the last but one is the XOR of those before."""
    warm = round(celsius * 10) & 0xFFF
    nibbles = [probe >> 4, probe & 15, 0, warm >> 8, warm >> 4 & 15, warm & 15, tenths]
    check = 0
    for nibble in nibbles:
        check ^= nibble
    row = [(500, 4000 if nibble >> (3 - i) & 1 else 2000) for nibble in [*nibbles, check, 0] for i in range(4)]
    return ook((row + [(500, 9000)]) * 5)


def opus(frame):
    """Each bit in the length of the pulse; every frame twice, as the probe sends it."""
    row = [(544, 956) if bit else (932, 568) for bit in bits(frame)]
    return ook((row[:-1] + [(row[-1][0], 15_000)]) * 2)


# What rtl_433 must make of each stands behind it.
SIGNALS = {
    "wh51_006b58": lambda: fine_offset("51006b586e7f24f8d2ffffff3c28"),  # moisture 36, ad_raw 210, 1400 mV
    "wh51_00c4ae": lambda: fine_offset(checked("5100c4ae0e7f51f962ffffff")),  # moisture 81, ad_raw 354, 1400 mV
    "wn34_002965": lambda: fine_offset("3400296502854466f32010"),  # 24.5 °C, 1360 mV
    "springfield_212_wet": lambda: springfield(212, 21.6, 8),  # 21.6 °C, moisture 80
    "opus_xt300_27C": lambda: opus("ff560543ff9d"),  # 27 °C, moisture 5
    "bresser_soil": lambda: fsk("aa" * 10 + "2dd4e3ae1870079341ffffff0000221201fff279", 124, 25_000),  # 22.1 °C, moisture 0
}


def recorded(samples, seed):
    """The signal in its noise, as a stick for digital television hears it."""
    chance, silence = random.Random(seed), [0j] * (RATE // 5)
    parts = (part for sample in [*silence, *samples, *silence] for part in (sample.real, sample.imag))
    return bytes(max(0, min(255, round(part + 127.5 + chance.gauss(0, 2)))) for part in parts)


def make(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for seed, (name, signal) in enumerate(SIGNALS.items()):
        (folder / f"{name}_433.92M_250k.cu8").write_bytes(recorded(signal(), seed))


def serve(port, files):
    chance = random.Random(1)
    hiss = bytes(chance.choices((126, 127, 128, 129), k=2 * RATE))
    played = hiss * LEAD + b"".join(pathlib.Path(file).read_bytes() + hiss * GAP for file in files) + hiss * TAIL
    with socket.create_server(("127.0.0.1", port)) as server:
        client, _ = server.accept()
    client.sendall(b"RTL0" + struct.pack(">II", 5, 29))
    # What it asks of the tuner.
    threading.Thread(target=lambda: [None for _ in iter(lambda: client.recv(64), b"")], daemon=True).start()
    began, step = time.monotonic(), RATE // 10
    for at in range(0, len(played), step):
        client.sendall(played[at : at + step])
        time.sleep(max(0, began + (at + step) / (2 * RATE) - time.monotonic()))


if sys.argv[1] == "make":
    make(pathlib.Path(sys.argv[2]))
else:
    serve(int(sys.argv[2]), sys.argv[3:])
