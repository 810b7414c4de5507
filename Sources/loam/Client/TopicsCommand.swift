import ArgumentParser
import GardenTerminal
import HostSystem
import LoamKit
import MQTTTypes
import MosquittoClient
import ProgramConfig

/// What a dashboard, a script or an app may subscribe to, as it is on this broker now.
struct TopicsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "topics", abstract: "List what the garden publishes, with a real line of each topic.",
    discussion: """
      For whoever writes a dashboard, a script or an app. A retained topic answers at once with its last line; the others speak when \
      something happens. The page Dashboards of the documentation is for screens that only show; Protocol explains every field.

        loam topics
        loam topics --json | jq -r '.[] | select(.document == "plant-state").line'
      """)

  @OptionGroup var bridge: BridgeOptions
  @Flag(help: "Print JSON: of each topic its document, what it tells, when, and the line.") var json = false

  func run() throws {
    let place = try bridge.place()
    let heard = HeardLines()
    try place.broker.orExit { () throws(MosquittoError) -> Void in
      let session = try MosquittoSession(settings: place.settings, timeout: place.timeout) {
        heard.take($0)
      }
      defer { session.close() }
      let filters = [
        place.tree.everythingOfTheBridge, place.tree.everyState, place.tree.everythingDown(to: place.device),
      ]
      try session.subscribe(filters.map { MQTTSubscription(filter: $0) }, timeout: place.timeout)
      // What is retained follows the broker's answer at once: a pause means that all is here.
      var known = -1
      while known != heard.lines.count {
        known = heard.lines.count
        try session.wait(timeout: .milliseconds(known == 0 ? 2000 : 300)) { false }
      }
    }
    if heard.lines[place.tree.text(.bridgeStatus)] == nil { StandardError.write("note: \(place.noBridge)") }
    let kinds = TopicKind.all(place.tree, heard.lines)
    if json { return try PrettyJSON.print(kinds) }
    for kind in kinds {
      print(
        "\(kind.topic)\n  \(kind.retained ? "retained, " : "")\(kind.document): \(kind.tells)\n  When: \(kind.when)"
      )
      if let line = kind.line, let example = kind.example {
        let more = kind.count > 1 ? "   (one of \(kind.count))" : ""
        print("  \(example)\(more)\n  \(TextWidth.harmless(line))\n")
      } else {
        print("  \(kind.retained ? "None at the moment." : "None is kept.")\n")
      }
    }
  }
}

/// The last line of each topic.
private final class HeardLines {
  private(set) var lines: [String: String] = [:]
  private static let topicsMax = 20_000

  func take(_ message: MosquittoSession.Message) {
    guard !message.payload.isEmpty, lines.count < Self.topicsMax else { return }
    lines[message.topic] = String(decoding: message.payload, as: UTF8.self)
  }
}

/// One row of the contract's table of topics, beside what is there now.
struct TopicKind: Encodable {
  /// What varies is in angle brackets.
  var topic: String
  var document: String
  var tells: String
  var when: String
  var retained: Bool
  /// How many there are now.
  var count = 0
  /// The topic of ``line``.
  var example: String?
  var line: String?

  /// By the document's name. What the bridge says and what is not here has no words yet: a test holds it.
  private static let words: [String: (tells: String, when: String)] = [
    "bridge-status": ("whether the bridge is there", "every 60 s, and at once when it comes or goes"),
    "bridge-info": ("the garden's name, time zone and limits", "when the bridge starts"),
    "bridge-counters": ("what the bridge has counted", "every 60 s"),
    "channels": ("what loam-push has sent and could not send", "every minute in which something changed"),
    "plant-state": (
      "a plant in 200 bytes: how it is, moisture, limit, last and next watering",
      "at once when its state changes; values alone once a minute at most, every 10 s while it is watered"
    ),
    "plant-detail": (
      "all that is known of a plant: every value, its limits, its probes, its forecast",
      "as plant-state"
    ),
    "category": ("a kind of notification, with its buttons", "when the bridge starts"),
    "control-state": ("a slider: value in force, range, step", "when it moves, or its device answers"),
    "reminder-state": (
      "a reminder that is open: its words, since when, what can be answered",
      "when it opens or changes; emptied when it is done"
    ),
    "activity-state": (
      "a watering, countdown or heating that runs: progress 0…1, when it ends, how it ended",
      "at most once a second while it runs; emptied 30 min after its end"
    ),
    "heater-state": ("a heater: on or off, and why", "when it changes"),
    "glance-state": ("the garden in one document: counts, the next plant, what runs", "when it changes"),
    "hold-state": ("emergency stop, locks and interlocks", "when they change"),
    "device-state": ("whether a phone, watch or display can be reached", "when it comes or goes"),
    "notification": ("a notification for this device", "when it is told or shown anew"),
    "withdraw": ("a notification that is to go", "when somebody else has answered it"),
    "activity": ("a Live Activity for this device", "start, steps, end"),
    "ack": ("what became of a command of this device", "at once"),
    "context": ("this device's person, role and language", "when it says hello, and when they change"),
    "reply": ("the answer to a question of this device", "at once"),
    "message": ("a message of another device of this person", "as its sender wants it"),
    "push-offer": ("how this device asks for Web Push", "when loam-push starts"),
  ]

  private init(_ document: String, at place: String, _ tree: TopicTree, _ lines: [String: String]) {
    let levels = place.split(separator: "/")
    topic = "\(tree.root)/\(place.replacing("d/D/", with: "d/<device>/"))"
    self.document = document
    (tells, when) = Self.words[document] ?? ("", "")
    retained = levels[0] != "d" || Topic.Down(rawValue: String(levels[3]))?.isRetained == true
    let found = lines.keys.filter { name in
      let own = name.dropFirst(tree.root.count + 1).split(separator: "/", omittingEmptySubsequences: false)
      return own.count == levels.count
        && zip(own, levels).allSatisfy { $1.first == "<" || $1 == "D" || $0 == $1 }
    }
    count = found.count
    example = found.min()
    line = example.flatMap { lines[$0] }
  }

  /// All that the bridge says, in the contract's order.
  static func all(_ tree: TopicTree, _ lines: [String: String]) -> [TopicKind] {
    Documents.all.flatMap { type -> [TopicKind] in
      type.kind.topics.filter { !$0.contains("/up/") && !$0.hasPrefix("api/") }.map {
        TopicKind(type.kind.name, at: $0, tree, lines)
      }
    }
  }
}
