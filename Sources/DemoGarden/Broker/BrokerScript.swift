/// The shell between us and the broker; see ``PrivateBroker``.
enum BrokerScript {
  /// `$1` is the broker's configuration.
  static let text = #"""
    trap '' INT TERM HUP PIPE
    umask 077
    exec 2>&1
    folder=$(mktemp -d "${TMPDIR:-/tmp}/loam-demo.XXXXXXXX") || exit 73
    echo "folder $folder"
    printf '%s\n' "$1" >"$folder/mosquitto.conf"
    PATH=${PATH:-/usr/local/bin:/usr/bin:/bin}:/usr/sbin:/usr/local/sbin:/sbin
    exec 3<&0
    setpriv --pdeathsig KILL mosquitto -c "$folder/mosquitto.conf" </dev/null 3<&- &
    broker=$!
    (
      while read -r _ <&3; do :; done
      kill -KILL "$broker"
    ) 2>/dev/null >/dev/null &
    watcher=$!
    exec 3<&- </dev/null
    wait "$broker"
    rm -rf "$folder"
    kill -KILL "$watcher" 2>/dev/null
    exit 0
    """#

  /// Loopback only, nothing kept. The ports are the only thing that a second demo could want.
  ///
  /// `socket_domain ipv4`: without it mosquitto 2.0.11 opens a websockets listener for 127.0.0.1 on every interface.
  static func configuration(port: Int, webPort: Int) -> String {
    """
    listener \(port) 127.0.0.1
    listener \(webPort) 127.0.0.1
    protocol websockets
    socket_domain ipv4
    allow_anonymous true
    persistence false
    set_tcp_nodelay true
    connection_messages false
    log_dest stderr
    log_type error
    log_type warning
    log_type notice
    log_type information

    """
  }
}
