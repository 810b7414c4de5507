"""The brokers that people run, each as a private one on the loopback: start, kill, and start again with what it kept."""

import os
import pathlib
import shutil
import signal
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "SystemTests" / "Scripts"))
from loopback import MORTAL, Broker, free_port, wait_for_listener  # noqa: E402

# The script of RabbitMQ in /usr/sbin becomes another user, who may not write here.
os.environ["PATH"] = f"/usr/lib/rabbitmq/bin:{os.environ['PATH']}:/usr/sbin:/usr/local/sbin"


def program(name):
    return shutil.which(name)


def said_by(*command):
    """The first line that a program says of itself."""
    try:
        said = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        return (said.stdout + said.stderr).strip().split("\n")[0]
    except OSError:
        return ""


class Mosquitto(Broker):
    name, needs = "mosquitto", "mosquitto"

    def __init__(self, folder):
        super().__init__(folder, "persistence true\nautosave_interval 1\nautosave_on_changes true\n")

    @staticmethod
    def version():
        words = said_by(program("mosquitto"), "-h").split()
        return words[2] if len(words) > 2 else "?"


class Node:
    """One process of a broker."""

    def __init__(self, folder, command, port, environment=None):
        self.folder, self.command, self.port, self.environment, self.process = folder, command, port, environment or {}, None

    def spawn(self):
        with open(self.folder / "node.log", "ab") as log:
            self.process = subprocess.Popen(
                [*MORTAL, *self.command],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, **self.environment},
                start_new_session=True,
            )

    def start(self):
        self.spawn()
        wait_for_listener(self.port, self.process)

    def kill(self):
        if self.process:
            # A broker that runs in a child of its script ends with it.
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None


class Nats:
    needs, nodes_count = "nats-server", 1
    name = "NATS"

    def __init__(self, folder):
        folder = pathlib.Path(folder)
        ports = [tuple(free_port() for _ in range(4)) for _ in range(self.nodes_count)]
        routes = ", ".join(f'"nats://127.0.0.1:{cluster}"' for _, _, cluster, _ in ports)
        self.nodes = []
        # Where a node says whether it is well, by HTTP.
        self.monitors = [monitor for _, _, _, monitor in ports]
        for number, (mqtt, clients, cluster, monitor) in enumerate(ports):
            place = folder / f"node{number}"
            place.mkdir(parents=True)
            lines = [
                f"server_name: node{number}",
                f'listen: "127.0.0.1:{clients}"',
                f'jetstream {{ store_dir: "{place}/jetstream" }}',
                f'mqtt {{ listen: "127.0.0.1:{mqtt}" }}',
                f'http: "127.0.0.1:{monitor}"',
            ]
            if self.nodes_count > 1:
                lines.append(f'cluster {{ name: garden, listen: "127.0.0.1:{cluster}", routes: [{routes}] }}')
            (place / "nats.conf").write_text("\n".join(lines) + "\n")
            self.nodes.append(Node(place, [program("nats-server"), "-c", str(place / "nats.conf")], mqtt))
        self.port = self.nodes[0].port

    def start(self):
        for node in self.nodes:
            if not node.process:
                node.start()
        return self

    def kill(self):
        """Of several nodes, the one that the bridge is connected to."""
        self.nodes[0].kill()

    def stop(self):
        for node in self.nodes:
            node.kill()

    @staticmethod
    def version():
        return said_by(program("nats-server"), "--version").split("v")[-1]


class NatsCluster(Nats):
    name, nodes_count = "NATS, 3 nodes", 3


class RabbitMQ:
    name, needs = "RabbitMQ", "rabbitmq-server"

    def __init__(self, folder):
        folder = pathlib.Path(folder)
        folder.mkdir(parents=True)
        self.port = free_port()
        (folder / "plugins").write_text("[rabbitmq_mqtt].\n")
        (folder / "rabbit.conf").write_text(
            f"listeners.tcp = none\nmqtt.listeners.tcp.1 = 127.0.0.1:{self.port}\nmqtt.allow_anonymous = true\nlog.console = true\n"
        )
        self.names = free_port()
        self.node = Node(
            folder,
            [program("rabbitmq-server")],
            self.port,
            {
                "RABBITMQ_NODENAME": f"loam{self.port}@localhost",
                "RABBITMQ_MNESIA_BASE": str(folder / "mnesia"),
                "RABBITMQ_FEATURE_FLAGS_FILE": str(folder / "flags"),
                "RABBITMQ_LOG_BASE": str(folder / "log"),
                "RABBITMQ_CONFIG_FILE": str(folder / "rabbit.conf"),
                "RABBITMQ_ENABLED_PLUGINS_FILE": str(folder / "plugins"),
                "RABBITMQ_DIST_PORT": str(free_port()),
                "ERL_EPMD_PORT": str(self.names),
                "HOME": str(folder),
            },
        )

    def start(self):
        self.node.start()
        return self

    def kill(self):
        self.node.kill()

    def stop(self):
        self.kill()
        subprocess.run(
            [program("epmd"), "-kill"],
            env={**os.environ, "ERL_EPMD_PORT": str(self.names)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    @staticmethod
    def version():
        return said_by(program("rabbitmqctl"), "version")


KINDS = [Mosquitto, Nats, NatsCluster, RabbitMQ]
