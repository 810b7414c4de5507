import Foundation
import Testing

/// A mosquitto as Debian ships it, with somebody on it already, beside an installation.
@Suite(.serialized, .enabled(if: ShellCommand.isInstalled("mosquitto"), "mosquitto is not installed"))
struct StockBrokerTests {
  /// Starts mosquitto with the staged configuration and lets one without an account publish; 0: it was taken.
  private func publishes(_ staged: StagedInstall) throws -> (taken: Bool, output: String) {
    let script = """
      set -u
      port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
      conf="$1/broker.conf"
      # Debian's file includes the folder; without a listener of its own mosquitto listens on localhost, anonymous.
      sed "s|/etc/mosquitto|$1/root/etc/mosquitto|g" "$1/root/etc/mosquitto/mosquitto.conf" > "$conf"
      for file in "$1"/root/etc/mosquitto/conf.d/*.conf; do
        [ ! -e "$file" ] || sed -i "s|/etc/mosquitto|$1/root/etc/mosquitto|g; s|^listener 1883|listener $port 127.0.0.1|; s|^listener 9001|listener 0 $1/web.sock|; s|/run/mosquitto/|$1/|" "$file"
      done
      ls "$1"/root/etc/mosquitto/conf.d/*.conf >/dev/null 2>&1 || set -- "$1" -p "$port"
      folder=$1; shift
      echo "user $(id -un)" >> "$conf"
      mosquitto -c "$conf" "$@" > "$folder/broker.log" 2>&1 & broker=$!
      result=1
      for i in $(seq 100); do
        said=$(mosquitto_pub -h 127.0.0.1 -p "$port" -q 1 -t zigbee2mqtt/basil -m '{"soil_moisture":41}' 2>&1)
        result=$?
        case "$said" in *refused*) ;; *) break ;; esac
        kill -0 $broker 2>/dev/null || break
        sleep 0.1
      done
      kill -9 $broker
      echo "$said"; cat "$folder/broker.log"
      exit $result
      """
    let result = try ShellCommand(["sh", "-c", script, "sh", staged.folder], environment: ShellCommand.sbin)
    return (result.status == 0, result.output)
  }

  @Test func `who could use the broker before an installation can use it after`() throws {
    let staged = try StagedInstall()
    let before = try publishes(staged)
    try #require(before.taken, "\(before.output)")
    let installed = try staged.install()
    #expect(installed.status == 0, "\(installed.output)")
    for word in ["left as it is", "BROKER=1", "zigbee2mqtt"] {
      #expect(installed.output.contains(word), "\(installed.output)")
    }
    let after = try publishes(staged)
    #expect(after.taken, "\(after.output)")
    #expect(staged.text("etc/mosquitto/conf.d/loam.conf") == nil)
  }

  @Test func `asked for, the broker wants accounts, and the owner is told how to make them`() throws {
    let staged = try StagedInstall(asksForBroker: true)
    let installed = try staged.install()
    for word in ["mosquitto_passwd", "zigbee2mqtt", "systemctl restart mosquitto", "loam check --broker"] {
      #expect(installed.output.contains(word), "\(installed.output)")
    }
    let after = try publishes(staged)
    #expect(!after.taken && after.output.lowercased().contains("not authori"), "\(after.output)")
    // An installation again needs not be asked again.
    #expect(try staged.run("install", staged.program).output.contains("kept as it is"))
  }
}
