import Foundation
import Subprocess
import TestKit
import Testing

/// Who is there, and what a device asks: over a real broker, with a real last will.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(15))) struct PresenceTests {
  private static let base = "plants/v1"
  private static let phone = "\(base)/state/device/anna-phone"
  private static let presence = "\(base)/d/anna-phone/up/presence"
  private static let first = "0197f0ab-1111-7222-8333-444455556601"
  private static let second = "0197f0ab-1111-7222-8333-444455556602"

  private var now: Int { Int(Date().timeIntervalSince1970) }

  private func presence(_ session: String, online: Bool = true) -> String {
    #"{"v":1,"online":\#(online),"session":"\#(session)","ts":\#(now)}"#
  }

  private func retain(_ topic: String, _ payload: String, on site: Site) async throws {
    let sent = try await Program.run(
      "mosquitto_pub", ["-p", site.port, "-q", "1", "-r", "-t", topic, "-m", payload])
    try #require(sent.isSuccess)
  }

  private func isReached(_ word: String, on site: Site) async throws {
    _ = try await site.document(Self.phone) { $0.contains("\"reachability\":\"\(word)\"") }
  }

  @Test func `a device is there until its last will says otherwise, and a late will undoes nothing`()
    async throws
  {
    try await Site.during { site in
      let config = try site.config("questions.yaml")
      let hello = #"{"v":1,"device":"anna-phone","kind":"phone","ts":\#(now)}"#
      _ = try await BridgeRun.during(config) { log, _ in
        try await log.waitUntilBridgeHears()
        try await isReached("notReachable", on: site)
        try await retain("\(Self.base)/d/anna-phone/up/hello", hello, on: site)
        try await isReached("backgroundOnly", on: site)
        try await dies(on: site)
        try await isReached("backgroundOnly", on: site)
        try await retain(Self.presence, presence(Self.second), on: site)
        try await isReached("immediatelyReachable", on: site)
        // The will of the connection before, once more. What follows it shows that it was read.
        try await site.publish(Self.presence, presence(Self.first, online: false))
        try await retain(
          "\(Self.base)/d/hall-tablet/up/hello", hello.replacing("anna-phone", with: "hall-tablet"), on: site)
        _ = try await site.document("\(Self.base)/state/device/hall-tablet") { $0.contains("backgroundOnly") }
        #expect(try await site.retained(Self.phone)?.contains("immediatelyReachable") == true)
      }
      // The broker tells it again.
      _ = try await BridgeRun.during(config) { log, _ in
        try await log.waitUntilBridgeHears()
        try await isReached("immediatelyReachable", on: site)
        try await retain("\(Self.base)/d/anna-phone/up/hello", "", on: site)
        try await isReached("notReachable", on: site)
        try await log.wait(for: "took its hello back")
      }
    }
  }

  /// A connection with a last will that ends without a word.
  private func dies(on site: Site) async throws {
    let will = (topic: Self.presence, payload: presence(Self.first, online: false))
    try await BridgeRun.listening(to: [], on: site.port, dyingWith: will) { _ in
      try await retain(Self.presence, presence(Self.first), on: site)
      try await isReached("immediatelyReachable", on: site)
    }
  }

  @Test func `over its rate a device is told so once; its will is heard, and its hello a moment later`()
    async throws
  {
    try await Site.during { site in
      let phone = "\(Self.base)/d/anna-phone"
      let hello = #"{"v":1,"device":"anna-phone","ts":\#(now)}"#
      _ = try await BridgeRun.during(site.config("questions.yaml")) { log, _ in
        try await log.waitUntilBridgeHears()
        try await retain("\(phone)/up/hello", hello, on: site)
        try await retain(Self.presence, presence(Self.first), on: site)
        try await isReached("immediatelyReachable", on: site)
        try await BridgeRun.listening(to: ["\(phone)/dn/ack"], on: site.port) { heard in
          let began = now
          let flood = "for i in $(seq 40); do echo x; done | mosquitto_pub -p \(site.port) -q 1 -l -t"
          #expect(try await Program.run("sh", ["-c", "\(flood) \(phone)/up/context"]).isSuccess)
          try await site.publish(Self.presence, presence(Self.first, online: false))
          try await isReached("backgroundOnly", on: site)
          try await retain("\(phone)/up/hello", "", on: site)
          try await isReached("notReachable", on: site)
          try await heard.wait(for: "rate_limited")
          // Each second one more is heard, and the next told so again.
          let acks = await heard.documents("\(phone)/dn/ack")
          let told = acks.count { $0.contains("rate_limited") }
          #expect(acks.count < 40 && told <= 2 + now - began, "\(acks)")
        }
      }
    }
  }

  @Test func `an app learns which devices are its person's, and how many glances each may still be sent`()
    async throws
  {
    try await Site.during { site in
      let tablet = "\(Self.base)/d/hall-tablet/up/hello"
      let context = "\(Self.base)/d/anna-phone/dn/context"
      _ = try await BridgeRun.during(site.config("questions.yaml")) { log, _ in
        try await log.waitUntilBridgeHears()
        _ = try await site.document(context) { $0.contains(#""devices":[{"id":"hall-tablet"}]"#) }
        try await retain(tablet, #"{"v":1,"device":"hall-tablet","kind":"display","ts":\#(now)}"#, on: site)
        _ = try await site.document(context) { $0.contains(#"[{"glances":50,"id":"hall-tablet","#) }
        // A glance less is no news to the person's other devices; that half of them are gone is.
        for number in 0..<25 {
          let glance = """
            {"v":1,"id":"\(Self.first.dropLast(2))\(number + 10)","kind":"glance","to":"hall-tablet","identifier":"Streak","content":{},"ts":\(now)}
            """
          try await site.publish("\(Self.base)/d/anna-phone/up/send", glance)
        }
        _ = try await site.document(context) { $0.contains(#"[{"glances":25,"id":"hall-tablet","#) }
        try await retain(tablet, "", on: site)
        _ = try await site.document(context) { $0.contains(#""devices":[{"id":"hall-tablet"}]"#) }
      }
    }
  }

  @Test func `a device asks for the plants, and one that is not registered is told no`() async throws {
    try await Site.during { site in
      let config = try site.config("questions.yaml")
      _ = try await BridgeRun.during(config) { log, _ in
        try await log.waitUntilBridgeHears()
        try await BridgeRun.listening(to: ["\(Self.base)/d/+/dn/+"], on: site.port) { heard in
          for device in ["hall-tablet", "stranger"] {
            let question = """
              {"v":1,"id":"\(Self.first)","kind":"interactive","identifier":"allPlants","content":{"request":"allPlants"},"ts":\(now)}
              """
            try await site.publish("\(Self.base)/d/\(device)/up/msg", question)
          }
          let reply = try await heard.document("\(Self.base)/d/hall-tablet/dn/reply")
          #expect(reply.contains(#""id":"aloe","lastWateringDate":"#) && reply.contains(#""name":"Aloe""#))
          #expect(reply.contains(#""content":{"response":[{"#) && reply.contains(#""nextWateringDate":"#))
          let ack = try await heard.document("\(Self.base)/d/stranger/dn/ack")
          #expect(ack.contains(#""code":"forbidden""#))
        }
      }
    }
  }
}
