import LoamKit
import LoamMosquitto
import TestKit
import Testing

/// A device of the contract, as an app has it.
struct Device {
  let name: DeviceName
  let client: LoamClient
  let notes: AsyncStream<Observation<NotificationMessage>>
  let withdrawals: AsyncStream<Observation<WithdrawMessage>>

  /// The observers wait before it connects: nothing passes them by. It comes as an account of its name.
  static func during(
    _ name: String, on port: UInt16, locale: String? = nil,
    _ body: (Device) async throws -> Void
  ) async throws {
    let device = try #require(DeviceName(name))
    let hello = Hello(device: device, kind: .phone, ts: ClientHost.machine.now(), locale: locale)
    let client = LoamClient(
      LoamClient.Settings(device: device, tree: try #require(TopicTree()), hello: hello),
      transport: try MosquittoTransport(
        host: "127.0.0.1", port: port, username: name, password: TestBroker.password(of: name)),
      host: .machine)
    let own = Device(
      name: device, client: client, notes: client.observe(NotificationMessage.self),
      withdrawals: client.observe(WithdrawMessage.self))
    do {
      try await client.connect()
      try await body(own)
    } catch {
      await client.disconnect()
      throw error
    }
    await client.disconnect()
  }

  /// The next notification that fits.
  func note(
    where fits: (NotificationMessage) -> Bool = { _ in true }
  ) async throws -> NotificationMessage {
    for await note in notes {
      if let document = note.document, fits(document) { return document }
    }
    throw CancellationError()
  }

  /// That this notification is taken back, and when the device heard of it.
  func withdrawal(of note: MessageID) async throws -> (WithdrawMessage, ContinuousClock.Instant) {
    for await withdrawal in withdrawals {
      if let document = withdrawal.document, document.note == note { return (document, .now) }
    }
    throw CancellationError()
  }

  /// Presses a button of a notification.
  func press(_ button: ActionName, of message: NotificationMessage) async throws(ClientError) -> Ack {
    try await client.send(
      ActionMessage(
        id: client.newID(), category: message.aps.category, action: button, plant: message.plant?.id,
        at: client.now, note: message.note.id, key: message.note.key, rev: message.note.rev))
  }
}
