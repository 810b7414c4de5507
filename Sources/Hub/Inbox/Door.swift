import GardenCore
import LoamKit

/// Where a message of a device comes in: whose topic it is, and of which kind.
enum Door: Sendable, Hashable {
  /// Nobody whom the garden knows, or no topic of devices.
  case stranger(Topic.Up?)
  case device(DeviceID, Topic.Up, mayStop: Bool)

  var device: DeviceID? { if case .device(let id, _, _) = self { id } else { nil } }

  var kind: Topic.Up? {
    switch self {
    case .stranger(let kind): kind
    case .device(_, let kind, _): kind
    }
  }

  /// What rate is asked before it is read.
  func mail(_ payload: Span<UInt8>) -> Mail {
    switch self {
    case .device(_, .action, true): StopWord.mail(payload) ?? .command
    case .device(_, .hello, _), .device(_, .context, _), .device(_, .action, _), .device(_, .set, _),
      .device(_, .activity, _), .device(_, .send, _), .device(_, .account, _), .stranger(.action?),
      .stranger(.set?), .stranger(.activity?), .stranger(.send?), .stranger(.account?):
      .command
    case .device(_, .msg, _), .stranger(.msg?): .question
    case .device(_, .part, _), .stranger(.part?): .part
    case .device(_, .ack, _): .receipt
    // Nobody answers these, and what strangers say of themselves nobody takes down.
    case .device, .stranger: .word
    }
  }
}

/// A stop is recognised by its bytes, so that a sender that is too fast is not read, and still stops.
enum StopWord {
  /// No action is longer that a program of a person sends.
  private static let bytesMax = 2048
  private static let word = Array("water_stop".utf8)
  private static let all = Array("_all".utf8)

  static func mail(_ payload: Span<UInt8>) -> Mail? {
    guard payload.count <= bytesMax else { return nil }
    var i = 0
    while i + word.count <= payload.count {
      if payload[i] == word[0], stands(word, at: i, in: payload) {
        return .stop(isAll: stands(all, at: i + word.count, in: payload))
      }
      i += 1
    }
    return nil
  }

  private static func stands(_ word: [UInt8], at start: Int, in payload: Span<UInt8>) -> Bool {
    guard start + word.count <= payload.count else { return false }
    for i in word.indices where payload[start + i] != word[i] { return false }
    return true
  }
}

/// Topic bytes → door. Each topic is looked into once; strangers beyond a few hundred are looked into each time.
struct DoorTable {
  private static let strangersMax = 256
  private let tree: TopicTree
  private var table: TopicTable?
  private var doors: [Door] = []

  init(tree: TopicTree) { self.tree = tree }

  mutating func forget() {
    table = nil
    doors = []
  }

  func known(_ topic: Span<UInt8>) -> Door? {
    table?.route(of: topic).map { $0 < 0 ? Self.strangers[-1 - $0] : doors[$0] }
  }

  mutating func add(_ topic: Span<UInt8>, in garden: Garden) -> Door {
    if table == nil {
      let devices = garden.plan.people.reduce(0) { $0 + $1.devices.count }
      table = TopicTable(known: 3 * devices, strangers: Self.strangersMax)
    }
    let door = resolve(topic, in: garden)
    if let place = Self.strangers.firstIndex(of: door) {
      table?.remember(topic, route: -1 - place)
    } else if table?.remember(topic, route: doors.count) == true {
      doors.append(door)
    }
    return door
  }

  private static let strangers: [Door] = [.stranger(nil)] + Topic.Up.allCases.map { .stranger($0) }

  private func resolve(_ topic: Span<UInt8>, in garden: Garden) -> Door {
    guard let text = String(validating: topic.indices.map { topic[$0] }, as: UTF8.self),
      case .up(let name, let kind)? = tree.topic(text)
    else { return .stranger(nil) }
    if let device = garden.plan.device(name.text) {
      return .device(device.id, kind, mayStop: device.role >= .actor)
    }
    return garden.mayJoin(name.text) ? .device(name.text, kind, mayStop: false) : .stranger(kind)
  }
}
