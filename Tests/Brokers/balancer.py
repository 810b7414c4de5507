"""HAProxy before the nodes of a cluster, as a cloud's balancer or a Kubernetes service stands there: one address, behind it whoever is well."""

from kinds import Node, program
from loopback import free_port


class Balancer(Node):
    needs = "haproxy"

    def __init__(self, folder, cluster):
        folder.mkdir(parents=True)
        servers = "".join(
            f"  server node{number} 127.0.0.1:{node.port} check port {monitor}\n"
            for number, (node, monitor) in enumerate(zip(cluster.nodes, cluster.monitors))
        )
        port = free_port()
        (folder / "haproxy.cfg").write_text(
            "global\n  maxconn 4000\n"
            "defaults\n  mode tcp\n  timeout connect 2s\n  timeout client 1h\n  timeout server 1h\n"
            f"listen mqtt\n  bind 127.0.0.1:{port}\n  balance leastconn\n"
            # The whole question is no good here: each session that is just made turns it to "no" for a moment.
            "  option httpchk GET /healthz?js-server-only=true\n"
            "  default-server inter 500ms fall 2 rise 2\n" + servers
        )
        super().__init__(folder, [program(self.needs), "-f", str(folder / "haproxy.cfg"), "-db"], port)
