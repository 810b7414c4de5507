import Foundation
import LoamKit
import LoamMosquitto

/// A watch in a terminal. Type a button's number, or `CONTROL=VALUE`; `q` ends it.
@main struct WatchDisplay {
  let client: LoamClient

  static func main() async throws {
    let words = CommandLine.arguments
    guard words.count == 4, let port = UInt16(words[2]), let device = DeviceName(words[3]),
      let tree = TopicTree()
    else { return say("usage: [PASSWORD=…] WatchDisplay HOST PORT DEVICE") }
    let hello = Hello(device: device, kind: .watch, ts: ClientHost.machine.now(), locale: "en-GB")
    let watch = WatchDisplay(
      client: LoamClient(
        LoamClient.Settings(device: device, tree: tree, hello: hello),
        transport: try MosquittoTransport(
          host: words[1], port: port, username: device.text,
          password: ProcessInfo.processInfo.environment["PASSWORD"]), host: .machine))
    Task { await watch.showReminders() }
    for show in [watch.showSliders, watch.showProgress] { Task { await show() } }
    do throws(ClientError) { try await watch.client.connect() } catch { say("\(error)") }
    let (lines, typed) = AsyncStream.makeStream(of: String.self)
    Thread.detachNewThread {
      while let line = readLine(), line != "q" { typed.yield(line) }
      typed.finish()
    }
    for await line in lines { do { try await watch.typed(line) } catch { say("= \(error)") } }
    await watch.client.disconnect()
  }

  func showReminders() async {
    for await note in client.observe(NotificationMessage.self) {
      guard let aps = note.document?.aps else { continue }
      Self.say("* \(aps.alert.title ?? ""): \(aps.alert.body ?? "")")
      for (number, button) in zip(1..., buttons(of: aps.category)) {
        Self.say("  [\(number)] \(button.title)")
      }
    }
  }

  func showSliders() async {
    for await slider in client.observe(ControlState.self) {
      guard let slider = slider.document else { continue }
      Self.say(
        "- \(slider.id) \(slider.value ?? .nan) \(slider.unit), \(slider.min) to \(slider.max), \(slider.phase)"
      )
    }
  }

  func showProgress() async {
    for await step in client.observe(ActivityMessage.self) {
      guard let content = step.document?.aps.contentState else { continue }
      Self.say("~ \(content.title) \(Int(content.progress * 100))%")
    }
  }

  func buttons(of category: CategoryName) -> [NotificationCategory.Action] {
    (client.document(.category(category)) as NotificationCategory?)?.actions ?? []
  }

  func typed(_ line: String) async throws(ClientError) {
    let (id, now, words) = (client.newID(), client.now, line.split(separator: "="))
    if let slider = client.controls.first(where: { $0.id.text == words.first ?? "" }),
      let value = words.last.flatMap({ Double($0) })
    {
      let set = SetMessage(
        id: id, control: slider.id, value: value, unit: slider.unit, base: slider.rev, at: now)
      return Self.say("= \(try await client.send(set).code.rawValue)")
    }
    guard let reminder = client.reminders.min(by: { $0.since < $1.since }), let number = Int(line),
      case let buttons = buttons(of: reminder.category), buttons.indices.contains(number - 1)
    else { return Self.say("= a button's number, or CONTROL=VALUE") }
    let press = ActionMessage(
      id: id, category: reminder.category, action: buttons[number - 1].id, plant: reminder.plant?.id, at: now,
      note: reminder.note, key: reminder.key, rev: reminder.rev)
    Self.say("= \(try await client.send(press).code.rawValue)")
  }

  static func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }
}
