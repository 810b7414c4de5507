"""Several gardens in one list: gardens.py LOAM PAGE FOLDER [SHOTS]

LOAM: the program. PAGE: what deploy/page.sh made. `loam web --fleet` beside real bridges on a real mosquitto, and a real Chromium.
"""

import json
import pathlib
import signal
import subprocess
import sys
import urllib.error
import urllib.request

import paho.mqtt.client as mqtt
from loopback import MORTAL, Broker, free_port, wait_for_listener
from page_browser import Browser, axe_source
from page_checks import check, failures, waits
from page_room import until
from playwright.sync_api import sync_playwright

LOAM, PAGE, FOLDER = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
SHOTS = pathlib.Path(sys.argv[4]) if len(sys.argv) > 4 else None
GARDENS = FOLDER / "gardens"
ROWS = "[...document.querySelectorAll('.row')].map((row) => row.querySelector('.row-name').textContent)"


def config(name, broker, page_broker, more=""):
    (GARDENS / f"{name}.yaml").write_text(f"""include: shared/house.yaml
site: {{id: {name}, name: The {name} garden}}
broker: {{host: 127.0.0.1, port: {broker.port}}}
web: {{page: {{broker: "ws://127.0.0.1:{page_broker}/"}}}}
store: {{path: {FOLDER}/store-{name}}}
sensors: {{basil-probe: {{family: zigbee2mqtt, topic: zigbee2mqtt-{name}/basil}}}}
plants: {{basil: {{name: Basil, sensors: basil-probe, dry_below: 30%, dwell: 0s}}}}
people: {{anna: {{name: Anna, devices: {{{name}-phone: {{role: operator}}}}}}}}
{more}""")


def bridge(name):
    log = open(FOLDER / f"{name}.log", "ab")
    return subprocess.Popen([*MORTAL, LOAM, "run", "--config", GARDENS / f"{name}.yaml"], stdout=log, stderr=log)


def ask(path, status=200):
    try:
        with urllib.request.urlopen(f"{ADDRESS}{path}", timeout=30) as answer:
            code, body = answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        code, body = error.code, error.read().decode()
    check(f"{path} is answered {status}", code == status, f"{code} {body[:300]}")
    return body


def listed():
    with urllib.request.urlopen(f"{ADDRESS}api/v1/gardens", timeout=30) as answer:
        return {garden["name"]: garden for garden in json.load(answer)["gardens"]}


page_port = free_port()
broker = Broker(
    FOLDER / "broker", f"listener {page_port} 127.0.0.1\nprotocol websockets\n", because="two gardens need two accounts, and we ship one"
).start()
(GARDENS / "shared").mkdir(parents=True)
web_port = free_port()
ADDRESS = f"http://127.0.0.1:{web_port}/"
(GARDENS / "shared" / "house.yaml").write_text(f"web: {{port: {web_port}, page_folder: {PAGE}}}\n")
for garden in ("north", "south", "west"):
    config(garden, broker, page_port)
(GARDENS / "wrong.yaml").write_text("site: {id: wrong}\nplannts: {}\n")
bridges = {name: bridge(name) for name in ("north", "south")}
with open(FOLDER / "web.log", "ab") as log:
    web = subprocess.Popen([*MORTAL, LOAM, "web", "--fleet", GARDENS], stdout=log, stderr=log)
wait_for_listener(web_port, web)
said = (FOLDER / "web.log").read_text()
check("what is wrong with one config is said, and takes no other's page away", "wrong.yaml:2:1" in said and "plannts" in said, said)

probes = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id="probes")
probes.connect("127.0.0.1", broker.port)
probes.loop_start()


def reads(garden, percent):
    probes.publish(f"zigbee2mqtt-{garden}/basil", json.dumps({"soil_moisture": percent}), qos=1)


def becomes(garden, **facts):
    def holds():
        seen = listed()[garden]
        return all(seen[name] == value for name, value in facts.items())

    until(holds, f"{garden} is {facts}")
    check(f"{garden} is {facts}", True)


for garden, percent in (("north", 40), ("south", 40)):
    until(lambda garden=garden, percent=percent: reads(garden, percent) or listed()[garden]["unknown"] == 0, f"{garden} is read")
until(lambda: reads("north", 26) or listed()["north"]["dry"] == 1, "north is dry")
becomes("west", troubles=["unheard"])
becomes("south", troubles=[], plants=1)
check("what is wrong comes first", list(listed()) == ["west", "north", "south"], list(listed()))

figures = ask("metrics")
for line in (
    'loam_up{garden="north"} 1',
    'loam_up{garden="west"} 0',
    'loam_plant_condition{garden="north",plant="basil",name="Basil",condition="dry"} 1',
):
    check(f"the figures hold {line}", line in figures.split("\n"))
checked = subprocess.run(["promtool", "check", "metrics"], input=figures, capture_output=True, text=True)
check("promtool finds no mistake in them", checked.returncode == 0, checked.stdout + checked.stderr)
check("each garden's page knows its topics", json.loads(ask("garden/north/config.json"))["base"] == "plants/north")
check("and its past", json.loads(ask("garden/north/api/v1/plants"))["plants"][0]["id"] == "basil")
ask("garden/east/config.json", 404)
ask("healthz")

with sync_playwright() as playwright:
    browser = Browser(playwright, axe_source())
    for width, theme, locale in ((390, "light", "en-GB"), (1280, "dark", "de-DE"), (390, "dark", "zh-CN"), (820, "light", "zh-TW")):
        page = browser.open(ADDRESS, device=None, width=width, theme=theme, locale=locale, path="", touch=width < 700)
        waits(page, f"the list is there, {locale}", f"() => {ROWS}.length === 3")
        check("no layout fault", not browser.layout(page, width < 700), browser.layout(page, width < 700))
        check("no accessibility fault", not browser.rules(page), browser.rules(page))
        words = page.inner_text("main")
        check("every sentence is one", "fleet_" not in words, words)
        if SHOTS:
            page.screenshot(path=SHOTS / f"gardens-{width}-{locale}.png")
        browser.close(page)
    page = browser.open(ADDRESS, device=None, path="")
    waits(page, "what is wrong comes first on the page", f"() => {ROWS}.join() === 'The west garden,The north garden,The south garden'")
    page.fill("input[type=search]", "nor")
    waits(page, "a garden is found by its name", f"() => {ROWS}.join() === 'The north garden'")
    page.add_init_script("sessionStorage.setItem('loam.north.account', JSON.stringify({ device: 'north-phone' }))")
    page.click(".row-name")
    waits(page, "a click opens the garden's own page", "() => document.querySelector('#garden-name')?.textContent === 'The north garden'")
    waits(page, "and its plant is dry there", "() => document.querySelector('.card')?.innerText.includes('Basil')")
    check(
        "what the browser keeps is kept for this garden alone",
        page.evaluate("Object.keys(localStorage).every((key) => key.startsWith('loam.north.'))"),
    )
    app = page.context.new_cdp_session(page).send("Page.getAppId").get("appId")
    check("put on a home screen it is another app than the other gardens", app == f"{ADDRESS}garden/north/", app)
    page.go_back()
    waits(page, "back is the list", f"() => {ROWS}.length === 3")
    bridges["south"].send_signal(signal.SIGKILL)
    waits(page, "a garden that dies comes to the top", f"() => {ROWS}.indexOf('The south garden') < {ROWS}.indexOf('The north garden')")
    if SHOTS:
        page.screenshot(path=SHOTS / "gardens-dead.png")
    browser.close(page)
    check("no complaint of the browser", not browser.complaints, browser.complaints)
    browser.chromium.close()
becomes("south", troubles=["offline"], dry=0)

# A changed config is seen in the list, although nobody has opened that garden's page; a bad one is refused.
west = GARDENS / "west.yaml"
west.write_text(west.read_text().replace("The west garden", "The old west"))
becomes("west", title="The old west")
config("north", broker, page_port, "notes: none\n")
until(lambda: ask("garden/north/config.json") and "nothing has changed" in (FOLDER / "web.log").read_text(), "a bad change is refused")
web.send_signal(signal.SIGTERM)
check("it ends when it is asked to", web.wait(20) == 0)
probes.loop_stop()
for one in bridges.values():
    one.kill()
broker.stop()

sys.exit(1 if failures else 0)
