import FoundationEssentials
import GardenCore
import Subprocess
import TestKit
import Testing

@testable import DemoGarden

@Suite struct PrivateBrokerTests {
  func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  @Test func `the broker passes messages and leaves no folder behind`() async throws {
    let folder = try await PrivateBroker.during(random: SplitMix64(seed: 11)) { broker in
      #expect(exists(broker.folder))
      let port = String(broker.port)
      let sent = try await run(
        .name("mosquitto_pub"),
        arguments: ["-p", port, "-h", "127.0.0.1", "-r", "-q", "1", "-t", "a", "-m", "hello"],
        output: .discarded)
      #expect(sent.terminationStatus.isSuccess)
      let heard = try await run(
        .name("mosquitto_sub"), arguments: ["-p", port, "-h", "127.0.0.1", "-C", "1", "-W", "5", "-t", "a"],
        output: .string(limit: 100))
      #expect(heard.standardOutput == "hello\n")
      return broker.folder
    }
    #expect(!exists(folder))
  }

  @Test func `a taken port is no obstacle`() async throws {
    let ports = try await PrivateBroker.during(random: SplitMix64(seed: 12)) { first in
      try await PrivateBroker.during(random: SplitMix64(seed: 12)) { second in [first.port, second.port] }
    }
    #expect(ports[0] != ports[1])
  }

  /// Source: proc_net_tcp(5): local address as hexadecimal words in the machine's byte order.
  @Test func `both ports listen on the loopback address alone`() async throws {
    try await PrivateBroker.during(random: SplitMix64(seed: 15)) { broker in
      for port in [broker.port, broker.webPort] {
        let hex = String(port, radix: 16, uppercase: true)
        // Foundation reads one page of such a table: on a machine with many sockets the rest was missing.
        let tables = try await run(
          .name("cat"), arguments: ["/proc/net/tcp", "/proc/net/tcp6"], output: .string(limit: 16_777_216))
        let sockets = tables.standardOutput.split(separator: "\n")
        let listening = sockets.map { $0.split(separator: " ") }
          .filter { $0.count > 3 && $0[1].hasSuffix(":\(hex)") && $0[3] == "0A" }.map { $0[1] }
        #expect(listening == ["0100007F:\(hex)"])
      }
    }
  }

  @Test func `an error of the body ends the broker too`() async throws {
    struct Stop: Error {}
    await #expect(throws: Stop.self) {
      try await PrivateBroker.during(random: SplitMix64(seed: 13)) { _ in throw Stop() }
    }
  }

  @Test func `a broker that cannot start says why`() async throws {
    await #expect(throws: PrivateBroker.Failure.self) {
      try await PrivateBroker.during(random: SplitMix64(seed: 14), extraConfiguration: "no_such_key 1\n") {
        _ in
      }
    }
  }

  /// `sleep` stands for us: it holds the pipe, and is killed the hard way.
  @Test func `whoever holds the pipe may be killed: broker and folder go`() async throws {
    let script = """
      pipes=$(mktemp -d)
      mkfifo "$pipes/hold" "$pipes/say"
      sleep 600 >"$pipes/hold" &
      holder=$!
      setsid sh -c "$1" demo mosquitto "$2" <"$pipes/hold" >"$pipes/say" &
      {
        read -r word folder
        while read -r line; do case $line in *running) break ;; esac; done
        test -d "$folder" || echo no folder
        kill -KILL "$holder"
        cat >/dev/null
        test -d "$folder" && echo still there
        echo "ended $folder"
      } <"$pipes/say"
      rm -r "$pipes"
      """
    let ended = try await run(
      .name("sh"),
      arguments: [
        "-c", script, "test", HeldProgram.script,
        PrivateBroker.configuration(
          port: Int(try LoopbackPort.free()), webPort: Int(try LoopbackPort.free())),
      ],
      output: .string(limit: 1000), error: .string(limit: 1000))
    #expect(ended.standardOutput.hasPrefix("ended /"), "\(ended.standardOutput)")
  }
}
