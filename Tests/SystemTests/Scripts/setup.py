"""`loam setup` as newcomers meet it: from a broker to a plant on the page, in a real terminal, with a real mosquitto.

setup.py PART LOAM SOURCES FOLDER
"""

import re
import subprocess
import time

from loopback import wait_for_listener

from setup_kit import (
    Gateway, Mosquitto, Programs, Terminal, check, check_same, check_secrets, config, files, folder, free_port, mosquitto_dir, page_port,
    part, port, root, said_by, shown, until,
)  # fmt: skip

# On a machine of its own none of these is needed.
own = ["--mosquitto-dir", mosquitto_dir, "--page-port", page_port, "--commands-socket", root / "loam.sock"]
begun = time.monotonic()


def to_the_page(gateway, plant="basil", topic="zigbee2mqtt/basil"):
    with Programs() as programs:
        until("the web process serves", lambda: programs.look("/healthz") is not None or programs.look("/api/v1/plants"))
        programs.plant(plant, lambda: gateway.publish(topic, {"soil_moisture": 41}))
    took = time.monotonic() - begun
    check(took < 120, f"to the first plant on the page it took {took:.0f} s")
    print(f"{part}: a plant on the page after {took:.0f} s")


def is_said_again(*words):
    """A second run finds nothing to do."""
    before = files()
    code, said = said_by("--yes", "--listen", "2s", *words)
    check(code == 0 and "Nothing has to be written" in said, f"a second run: {code}")
    check_same(before, "a second run")


def bare():
    """A mosquitto as Debian installs it, and nobody on it: it gets accounts, and then its first program."""
    broker = Mosquitto()
    code, said = said_by("--broker", f"localhost:{port}", *own)
    check(code == 64 and "use --yes" in said, "without a terminal it asks nobody")
    check(not config.exists() and not list((mosquitto_dir / "conf.d").iterdir()), "it wrote without an answer")
    terminal = Terminal("--broker", f"localhost:{port}", "--listen", "2s", *own)
    terminal.sees("lets Loam in without an account")
    terminal.sees("Nobody was heard on this broker")
    terminal.sees("is locked out until you give it an account")
    # The broker was here before Loam: Enter leaves it to those who are asleep.
    terminal.sees(r"Give the broker accounts\? \[y/N, s shows the files\]")
    check(f"listener {port}" not in (root / "terminal.txt").read_text(), "the files scroll the question away")
    terminal.types("s")
    terminal.sees("listener %d" % port)
    terminal.sees(r"Give the broker accounts\? \[y/N, s shows the files\]")
    terminal.types("y")
    terminal.sees("Restart mosquitto now")
    broker.restart()
    terminal.sees("needs an account now")
    terminal.sees("Press Enter to go on")
    # What its owner is told to do.
    subprocess.run(["mosquitto_passwd", "-b", mosquitto_dir / "loam.passwd", "zigbee2mqtt", "pw"], check=True)
    broker.reload()
    # With our settings an account has one client id: whoever listens would be put out by what it publishes.
    gateway = Gateway("-u", "zigbee2mqtt", "-P", "pw", listens=False)
    gateway.publish("zigbee2mqtt/basil", {"soil_moisture": 40, "battery": 80}, "-r")
    terminal.sees("heard basil")
    terminal.types()
    terminal.sees("1 plant has a probe")
    terminal.types("1=Thai basil")
    terminal.sees("Thai basil")
    terminal.sees(r"Write these files\? \[Y/n\]")
    terminal.types()
    terminal.sees("The page: http://")
    terminal.sees("It is the same one")
    terminal.ends()
    check_secrets()
    check((mosquitto_dir / "loam.passwd").stat().st_mode & 0o7777 == 0o600, "the accounts can be read by others")
    to_the_page(gateway, "thai-basil")
    is_said_again("--mosquitto-dir", mosquitto_dir, "--page-port", page_port)


def shared():
    """A mosquitto that a zigbee2mqtt uses without an account: nobody loses it, and nothing of it changes."""
    broker = Mosquitto()
    gateway = Gateway()
    # Every zigbee2mqtt keeps it, and it speaks for all its devices.
    gateway.publish("zigbee2mqtt/bridge/state", {"state": "online"}, "-r")
    gateway.publish("zigbee2mqtt/basil", {"soil_moisture": 40, "battery": 80}, "-r")
    before = {p: v for p, v in files().items() if p.is_relative_to(mosquitto_dir)}
    terminal = Terminal("--broker", f"localhost:{port}", "--listen", "3s", *own)
    terminal.sees("heard basil")
    terminal.sees("It stays as it is")
    terminal.sees("1 plant has a probe")
    terminal.types()
    terminal.sees(r"Write these files\?")
    terminal.types("y")
    terminal.sees("The owner of the broker adds")
    terminal.sees("per_listener_settings true")
    terminal.ends()
    check("username" not in config.read_text(), "the config has an account, and the broker none")
    check_secrets()
    gateway.check_never_left()
    to_the_page(gateway)
    is_said_again("--broker", f"localhost:{port}", *own)
    # A probe that comes later is added, and the file that was there is kept.
    old = config.read_text()
    config.write_text(old.replace("# Who is told", "# My own words.\n# Who is told"))
    gateway.publish("zigbee2mqtt/chili", {"soil_moisture": 33}, "-r")
    code, _ = said_by("--yes", "--listen", "2s", *own)
    text = config.read_text()
    check(code == 0 and "  chili:\n" in text and "# My own words." in text, "a probe that came later is not added")
    check((config.parent / "loam.yaml.1").read_text() == old.replace("# Who is told", "# My own words.\n# Who is told"), "no copy was kept")
    # A config that tells nobody stays as it is, and the run says so.
    config.write_text(text[: text.index("# My own words.")] + text[text.index("# The page, for") :])
    code, said = said_by("--yes", "--listen", "2s", *own)
    check(
        code == 0 and "nobody would be told that a plant is dry: no person has a device" in " ".join(said.split()),
        "nobody is told, and no word of it",
    )
    config.write_text(text)
    is_said_again(*own)
    gateway.check_never_left()
    after = {p: v for p, v in files().items() if p.is_relative_to(mosquitto_dir)}
    check(before == after, "the broker's files changed")
    # What its owner may add for the page: the gateway comes back without an account, and the page has one.
    lines = re.search(r"page\.conf\n(.*?)# and on", shown((root / "terminal.txt").read_text()).replace("\r", ""), re.S)[1]
    passwords, page_rights = mosquitto_dir / "page.passwd", mosquitto_dir / "page.acl"
    text = "".join(f"{line.strip()}\n" for line in lines.splitlines()).replace("/etc/mosquitto/loam.passwd", str(passwords))
    text, rights = text.replace("acl_file /etc/mosquitto/loam-page.acl", f"acl_file {page_rights}").split(
        "# /etc/mosquitto/loam-page.acl\n"
    )
    (mosquitto_dir / "conf.d" / "page.conf").write_text(text)
    page_rights.write_text(rights)
    subprocess.run(["mosquitto_passwd", "-c", "-b", passwords, "dashboard", "pw"], check=True)
    broker.restart()
    gateway.publish("zigbee2mqtt/basil", {"soil_moisture": 42})
    wait_for_listener(page_port, broker.process)


def elsewhere():
    """A broker on another machine, with TLS and an account."""
    make_certificates()
    listener = f"listener {port} 127.0.0.1\nallow_anonymous false\npassword_file {root}/accounts\n"
    (root / "accounts").write_text("house:correct horse\nloam:correct horse\nloam-web:staple\n")
    subprocess.run(["mosquitto_passwd", "-U", root / "accounts"], check=True)
    Mosquitto(listener + f"certfile {root}/broker.pem\nkeyfile {root}/broker.key\n")
    gateway = Gateway("-u", "house", "-P", "correct horse", "--cafile", str(root / "ca.pem"), "-h", "localhost")
    gateway.publish("zigbee2mqtt/basil", {"soil_moisture": 40}, "-r")
    (root / "password").write_text("correct horse\n")
    (root / "wrong").write_text("wrong\n")
    at, trusted = ["--broker", f"localhost:{port}"], ["--tls-ca", root / "ca.pem"]
    account = ["--username", "loam", "--password-file"]
    refused("speaks TLS, but this machine does not trust its certificate", 69, *at)
    refused("was not signed by the authority in", 69, *at, "--tls-ca", root / "other.pem")
    refused("is for another name than '127.0.0.1'", 69, "--broker", f"127.0.0.1:{port}", *trusted)
    refused("lets nobody in without an account", 77, *at, *trusted)
    refused("the name or the password is wrong", 77, *at, *trusted, *account, root / "wrong")
    refused("There is no machine called that", 69, "--broker", "no-such-machine.invalid")
    refused("Nothing listens at localhost", 69, "--broker", f"localhost:{free_port()}")
    check(not config.exists(), "a config was written although no broker let it in")
    terminal = Terminal(*at, "--listen", "2s", "--page-port", page_port)
    terminal.sees(r"File of the authority \(Enter ends\):")
    terminal.types(str(root / "ca.pem"))
    terminal.sees("user loam")
    terminal.sees("topic readwrite zigbee2mqtt/#")
    terminal.sees(r"Account \(Enter ends\):")
    terminal.types("loam")
    terminal.sees("Password of loam:")
    terminal.types("wrong")
    terminal.sees("the password is wrong")
    terminal.sees("Password of loam")
    terminal.types("correct horse")
    terminal.sees("lets Loam in with the account 'loam', encrypted")
    terminal.sees(r"Account of the page, such as loam-web \(Enter: none yet\):")
    terminal.types("loam-web")
    terminal.sees("Password of loam-web:")
    terminal.types("staple")
    terminal.sees("1 plant has a probe")
    terminal.types("1=Window basil")
    terminal.sees(r"Write these files\?")
    terminal.types()
    terminal.ends()
    said = (root / "terminal.txt").read_text()
    check("staple" not in said, "a password was shown")
    check(said.count("/web-mqtt-password (a password") == 1, "a file is named twice")
    check_secrets()
    # Free client ids here, as setup has found out: commands come under the bridge's account, and nobody is put out.
    check("commands_account: {username: loam" in config.read_text(), "the commands have no account")
    to_the_page(gateway, "window-basil")
    is_said_again()


def refused(sentence, code, *words):
    got, said = said_by("--yes", "--listen", "1s", *words)
    check(got == code and sentence in said, f"expected '{sentence}' and {code}, not {got}")


def silent():
    """Nothing is heard: the config runs all the same, with an example behind '#'."""
    Mosquitto(f"listener {port} 127.0.0.1\nallow_anonymous true\n")
    code, said = said_by("--yes", "--listen", "1s", "--broker", f"localhost:{port}", *own)
    check(code == 0 and "No probe was heard: 0 messages on every topic (#)" in said and "loam sniff --for 2h" in said, "nothing heard")
    check("\n#sensors:\n" in config.read_text(), "no example in the config")
    with Programs() as programs:
        until("the web process serves", lambda: programs.look("/api/v1/plants") is not None)
        check(all(process.poll() is None for process in programs.processes), "a program ended")


def make_certificates():
    script = """
      key='-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'
      openssl req -x509 $key -keyout ca.key -out ca.pem -days 2 -subj /CN=Test-CA
      openssl req -x509 $key -keyout other.key -out other.pem -days 2 -subj /CN=Other-CA
      openssl req -new $key -keyout broker.key -out broker.csr -subj /CN=localhost
      echo subjectAltName=DNS:localhost > names
      openssl x509 -req -in broker.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names -out broker.pem
    """
    subprocess.run(["sh", "-ec", script], cwd=folder, check=True, capture_output=True)


{"bare": bare, "shared": shared, "elsewhere": elsewhere, "silent": silent}[part]()
