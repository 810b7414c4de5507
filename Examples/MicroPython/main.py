"""A reader for the hall, on a board with MicroPython: it shows the plants, and its button says "done" for one that wants water.

umqtt.simple speaks MQTT 3.1.1; what is sent goes at QoS 0. `board.py` beside it has the names of the garden and the button:
DEVICE, HOST, PORT, PASSWORD, and pressed(), which is true once for each press.
"""

import time

import board
import reader
from press import Clock, Press
from umqtt.simple import MQTTClient

BASE = "plants/v1/"
STATES, UP_ACTION, DN_ACK = BASE + "state/plant/", BASE + "d/%s/up/action" % board.DEVICE, BASE + "d/%s/dn/ack" % board.DEVICE
clock, thirsty, press = Clock(), [], None
started = time.ticks_ms()


def uptime():
    return time.ticks_diff(time.ticks_ms(), started) / 1000


def show(plant, state):
    wants = "r" in state.get("f", "")
    print("%s: %s%s%s" % (state["n"], state["s"], " %.0f%%" % state["m"] if "m" in state else "", " (water me)" if wants else ""))
    if plant in thirsty:
        thirsty.remove(plant)
    if wants:
        thirsty.append(plant)


def heard(topic, payload):
    global press
    topic = topic.decode()
    if topic.startswith(STATES):
        state = reader.read("plant-state", payload)
        if state:
            show(topic[len(STATES) :], state)
    elif topic == DN_ACK:
        ack = reader.read("ack", payload)
        if ack and press and ack.get("re") == press.id:
            print("answer:", ack["code"])
            press = None
    else:
        status = reader.read("bridge-status", payload)
        if status:
            clock.take(status, uptime())


def connect():
    client = MQTTClient(board.DEVICE, board.HOST, board.PORT, user=board.DEVICE, password=board.PASSWORD, keepalive=30)
    client.set_callback(heard)
    client.connect()
    for topic in (BASE + "bridge/status", DN_ACK, STATES + "+"):
        client.subscribe(topic.encode(), qos=1)
    return client


def run(client):
    global press
    asked = uptime()
    while not board.has_ended():
        client.check_msg()
        if uptime() - asked > 10:
            asked = uptime()
            client.ping()
        if board.pressed() and thirsty and not (press and not press.is_over()):
            now = clock.now(uptime())
            if now is None:
                print("the bridge does not know the time yet")
            else:
                press = Press(thirsty[0], "water_done", now, uptime())
        if press and press.is_due(uptime()):
            client.publish(UP_ACTION, press.payload.encode())
        time.sleep_ms(10)


while not board.has_ended():
    try:
        run(connect())
    except OSError as problem:
        print("no broker:", problem)
        time.sleep(5)
