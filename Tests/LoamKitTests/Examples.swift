import Foundation
import LoamKit
import Testing

/// One kind of document: its schema's name, and what reading and writing it again gives.
struct Kind: Sendable, CustomTestStringConvertible {
  var name: String
  var bytesMax: Int
  var again: @Sendable ([UInt8]) throws -> [UInt8]
  var testDescription: String { name }

  static func of<D: Document>(_ name: String, _ type: D.Type) -> Kind {
    Kind(name: name, bytesMax: D.bytesMax) { bytes in
      let document = try DocumentCodec.decode(type, from: bytes)
      let written = try DocumentCodec.encode(document)
      guard try DocumentCodec.decode(type, from: written) == document else { throw Lossy() }
      return written
    }
  }
  struct Lossy: Error {}

  static let all: [Kind] = [
    .of("bridge-status", BridgeStatus.self), .of("bridge-info", BridgeInfo.self),
    .of("bridge-counters", BridgeCounters.self), .of("hello", Hello.self),
    .of("plant-state", PlantState.self), .of("plant-detail", PlantDetail.self),
    .of("category", NotificationCategory.self), .of("control-state", ControlState.self),
    .of("heater-state", HeaterState.self),
    .of("reminder-state", ReminderState.self), .of("notification", NotificationMessage.self),
    .of("withdraw", WithdrawMessage.self), .of("action", ActionMessage.self), .of("set", SetMessage.self),
    .of("activity", ActivityMessage.self), .of("activity-state", ActivityState.self),
    .of("hold-state", HoldState.self), .of("activity-feedback", ActivityFeedback.self),
    .of("glance-state", GlanceState.self), .of("ack", Ack.self),
    .of("context", DeviceContext.self),
    .of("msg", MessageRequest.self), .of("reply", MessageReply.self),
  ]

  static func named(_ name: String) -> Kind? { all.first { $0.name == name } }
}

/// The examples of the protocol's page.
struct Example: Sendable, CustomTestStringConvertible {
  var kind: String
  var bytes: [UInt8]
  var testDescription: String { "\(kind), \(bytes.count) bytes" }

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static let all: [Example] = {
    let page = root.appendingPathComponent("Sources/LoamKit/LoamKit.docc/Protocol.md")
    guard let text = try? String(contentsOf: page, encoding: .utf8) else { return [] }
    return text.components(separatedBy: "Example (`").dropFirst().compactMap { part in
      let pieces = part.components(separatedBy: "```")
      guard let kind = part.components(separatedBy: "`").first, pieces.count > 1 else { return nil }
      return Example(kind: kind, bytes: Array(pieces[1].dropFirst("json\n".count).utf8))
    }
  }()

  static func first(_ kind: String) -> [UInt8] { all.first { $0.kind == kind }?.bytes ?? [] }
}

/// The error that reading gives; `nil` where it succeeds.
func refusal<D: Document>(_ type: D.Type, _ text: String) -> DocumentError? {
  do throws(DocumentError) {
    _ = try DocumentCodec.decode(type, from: Array(text.utf8))
    return nil
  } catch { return error }
}
