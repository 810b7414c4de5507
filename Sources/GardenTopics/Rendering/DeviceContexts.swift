package import GardenCore
import LoamKit
import MQTTTypes

/// What each registered device may do, as a retained document of its own.
extension Renderer {
  /// The contexts of all registered devices. After each connect, and when the config was read anew.
  @discardableResult
  package func contexts(
    beside companions: (DeviceID) -> [Companion], at now: Moment, into outgoing: inout [Outgoing]
  ) -> [Undeliverable] {
    plan.devices.flatMap { context(of: $0, beside: companions($0.id), at: now, into: &outgoing) }
  }

  /// One device's; nothing where it is not registered.
  @discardableResult
  package func context(
    of device: DeviceID, beside companions: [Companion], at now: Moment, into outgoing: inout [Outgoing]
  ) -> [Undeliverable] {
    let plan = plan.devices.first { $0.id == device }
    return plan.map { context(of: $0, beside: companions, at: now, into: &outgoing) } ?? []
  }

  /// All that is retained about them or by them: it stands as long as the device is registered.
  package var deviceTopics: [String] {
    plan.devices.compactMap { DeviceName($0.id) }.flatMap { device in
      [
        .down(device, .context), .device(device), .up(device, .hello), .up(device, .presence),
        .up(device, .context),
      ].map(tree.text)
    }
  }

  private func context(
    of device: DevicePlan, beside companions: [Companion], at now: Moment, into outgoing: inout [Outgoing]
  ) -> [Undeliverable] {
    do throws(DocumentError) {
      let name = try name(DeviceName.self, device.id)
      let others = try companions.prefix(DeviceContext.devicesMax).map {
        (other) throws(DocumentError) in
        DeviceContext.Companion(
          id: try self.name(DeviceName.self, other.id), kind: other.kind.map(word),
          glances: other.glancesLeft)
      }
      var context = DeviceContext(
        rev: 0, ts: EpochSeconds(clamping: 0),
        content: .init(
          role: Self.role(device.role), language: language(of: device),
          temperatureUnit: device.usesFahrenheit ? .fahrenheit : .celsius,
          devices: others.isEmpty ? nil : others))
      // Of the content alone: the time of writing is no news.
      context.rev = Fingerprint.of(try DocumentCodec.encode(context))
      context.ts = moment(now.wall)
      return retain(context, on: .down(name, .context), at: now, into: &outgoing)
    } catch {
      return failed(nil, "context of \(device.id)", error)
    }
  }

  static func role(_ role: Role) -> DeviceContext.Role {
    switch role {
    case .viewer: .viewer
    case .actor: .actor
    case .tuner: .tuner
    case .operator: .operator
    }
  }
}
