import Foundation
import GardenCore
import GardenTopics
import LoamKit

/// Whether an event of `anna-phone` says what an independent reader finds in the message's bytes.
enum CommandAgreement {
  /// The same for a question.
  static func holds(_ head: CommandHead, _ question: MessageRequest.Question, _ bytes: [UInt8]) -> Bool {
    let root = try? JSONSerialization.jsonObject(with: Data(bytes))
    guard let object = root as? [String: Any], let content = object["content"] as? [String: Any] else {
      return false
    }
    func number(_ value: Any?) -> Double? { (value as? NSNumber)?.doubleValue }
    let isSameHead =
      head.id.description == object["id"] as? String && head.device == "anna-phone"
      && Double(head.at.seconds) == number(object["ts"])
      && head.expires.map { Double($0.seconds) } == number(object["exp"])
    guard isSameHead, question.word == object["identifier"] as? String else { return false }
    let plant = content["plant"] as? String
    switch question {
    case .history(let request): return holds(HistoryQuestion(request), content)
    case .allPlants(let request):
      return request.after?.text == content["after"] as? String
        && request.fields == content["fields"] as? [String]
        && request.count.map(Double.init) == number(content["count"])
    case .reminders, .accounts: return true
    case .invitation(let request): return request.message.text == content["message"] as? String
    case .explain(let request): return request.plant.text == plant
    case .context(let request): return request.device.text == content["device"] as? String
    case .glance(let request): return request.rev.map(Double.init) == number(content["rev"])
    case .blob(let request):
      return request.message.text == content["message"] as? String
        && isSpan(request.at, request.count, content)
    case .photo(let request): return request.plant.text == plant && isSpan(request.at, request.count, content)
    case .historyFile(let request):
      let past = HistoryQuestion(request)
      return holds(past, content, usual: HistoryFileRequest.pointsMax, most: HistoryFileRequest.pointsMax)
        && isSpan(request.at, request.count, content)
    }
  }

  private static func isSpan(_ at: Int, _ count: Int?, _ content: [String: Any]) -> Bool {
    Double(at) == (content["at"] as? NSNumber)?.doubleValue
      && count.map(Double.init) == (content["count"] as? NSNumber)?.doubleValue
  }

  private static func holds(
    _ question: HistoryQuestion, _ content: [String: Any], usual: Int = HistoryQuestion.pointsUsual,
    most: Int = HistoryQuestion.pointsMax
  ) -> Bool {
    func number(_ key: String) -> Double? { (content[key] as? NSNumber)?.doubleValue }
    return question.plant == content["plant"] as? String
      && "\(question.quantity.name)" == content["quantity"] as? String
      && Double(question.from.seconds) == number("from")
      && Double(question.to.seconds) == number("to") && question.from < question.to
      && Double(question.points) == number("points") ?? Double(usual)
      && (2...most).contains(question.points)
  }

  static func holds(_ event: Event, _ bytes: [UInt8]) -> Bool {
    switch event {
    case .left(let device), .presence(let device, nil), .context(let device, nil):
      return device == "anna-phone" && bytes.isEmpty
    default: break
    }
    let root = try? JSONSerialization.jsonObject(with: Data(bytes))
    guard let object = root as? [String: Any] else { return false }
    func text(_ key: String) -> String? { object[key] as? String }
    func number(_ key: String) -> Double? { (object[key] as? NSNumber)?.doubleValue }
    func fits(_ head: CommandHead, time: String = "at") -> Bool {
      head.id.description == text("id") && head.device == "anna-phone"
        && Double(head.at.seconds) == number(time)
        && head.expires.map { Double($0.seconds) } == number("exp")
    }
    switch event {
    case .command(.answer(let head, let plant, let note, let answer)):
      return fits(head) && plant == text("plant") ?? "" && note?.description == text("note")
        && ("\(answer.identifier)" == text("action")
          || (answer == .opened && text("action") == "trouble_seen"))
    case .command(.move(let head, let control, let value, let unit, let base)):
      return fits(head) && control == text("control") && value == number("value") && unit == text("unit")
        && base.map(Double.init) == number("base")
    case .command(.water(let head, let plant, let duration, let litres, let note)):
      return fits(head) && plant == text("plant") && note?.description == text("note")
        && duration.map { Double($0.wholeSeconds) } == number("value")
        && litres == number("litres")
    case .command(.countdown(let head, let plant, let duration)):
      return fits(head) && plant == text("plant") && Double(duration.wholeSeconds) == number("value")
    case .command(.stopCountdown(let head, let plant)): return fits(head) && plant == text("plant")
    case .command(.stop(let head, let plant)): return fits(head) && plant == text("plant")
    case .command(.stopAll(let head)): return fits(head) && text("action") == "water_stop_all"
    case .command(.hold(let head, let valve)): return fits(head) && valve == text("valve")
    case .command(.release(let head, let valve)): return fits(head) && valve == text("valve")
    case .command(.hideActivity(let head, let activity)):
      return fits(head, time: "ts") && activity.description == text("activity")
    case .context(let device, let report?):
      return device == "anna-phone" && Double(report.revision) == number("rev")
        && Double(report.at.seconds) == number("ts") && holds(report.content, object["content"])
    case .command(.cancel(let head, let message)):
      return fits(head, time: "ts") && text("kind") == "cancel" && message.description == text("re")
    case .command(.send(let message)):
      return fits(message.head, time: "ts") && "\(message.kind)" == text("kind") && message.to == text("to")
        && message.re?.description == text("re") && message.identifier == text("identifier")
        && holds(message.content, object["content"]) && holds(message.blob, object["blob"])
    case .command(.part(let head, let part)):
      return head.id == part.message && head.device == "anna-phone"
        && part.message.description == text("id") && Double(part.at) == number("at")
        && Data(part.bytes) == text("data").flatMap { Data(base64Encoded: $0) }
    case .command(.account(let head, let wish)):
      return fits(head) && holds(wish, text("do"), object["content"] as? [String: Any] ?? [:])
    case .shown(let device, let note, _): return device == "anna-phone" && note.description == text("re")
    case .hello(let device, let profile):
      return device == text("device") && profile.locale == text("locale")
        && profile.packetBytesMax.map(Double.init) == number("max_packet")
        && profile.actionsMax.map(Double.init) == number("actions_max") && profile.timeZone == text("tz")
    case .presence(let device, let report?):
      return device == "anna-phone" && report.session.description == text("session")
        && report.isOnline == object["online"] as? Bool && report.isInFront == object["foreground"] as? Bool
        && report.every.map { Double($0.wholeSeconds) } == number("every_s")
    default: return false
    }
  }

  private static func holds(_ wish: AccountWish, _ word: String?, _ content: [String: Any]) -> Bool {
    switch wish {
    case .invite(let name, let person, let role, let until):
      return word == "invite" && name == content["name"] as? String && person == content["person"] as? String
        && "\(role)" == content["role"] as? String
        && until.map { Double($0.seconds) } == (content["until"] as? NSNumber)?.doubleValue
    case .rotate(let device): return word == "rotate" && device == content["device"] as? String
    case .revoke(let device): return word == "revoke" && device == content["device"] as? String
    }
  }

  private static func holds(_ blob: AppMessage.Blob?, _ object: Any?) -> Bool {
    guard let blob else { return true }
    guard let facts = object as? [String: Any] else { return false }
    return Double(blob.size) == (facts["size"] as? NSNumber)?.doubleValue
      && blob.sha256 == facts["sha256"] as? String && blob.type == facts["type"] as? String
  }

  /// Whether an app's own content is what stands there.
  private static func holds(_ content: String, _ object: Any?) -> Bool {
    func sorted(_ value: Any?) -> Data? {
      (value as? [String: Any]).flatMap {
        try? JSONSerialization.data(withJSONObject: $0, options: .sortedKeys)
      }
    }
    let written = sorted(object)
    return written != nil && written == sorted(try? JSONSerialization.jsonObject(with: Data(content.utf8)))
  }
}
