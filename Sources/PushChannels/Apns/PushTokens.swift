package import LoamKit

internal import struct GardenCore.Moment

/// What an app has handed over for one device: each token by what it is for. A bound on each kind keeps a device that lies small.
package struct PushTokens: Sendable, Hashable, Codable {
  package struct Entry: Sendable, Hashable, Codable {
    package var use: PushRegistration.Use
    /// The activity that it updates.
    package var activity: String?
    /// Lowercase hexadecimal digits.
    package var token: String
    package var isDevelopment: Bool
    /// When it was registered last; milliseconds since 1970.
    package var since: Int64
    /// How often the service has said since that it had lost it before.
    package var doubts: Int?
  }

  /// What the service says so often is true, whatever the clocks say: a registration may have been on its way for long.
  package static let doubtsMax = 3

  /// Activities beyond that many lose the one that was registered first.
  package static let activitiesMax = 16
  /// Ids of registrations that are remembered, so that a late repeat undoes nothing.
  package static let seenMax = 64

  package private(set) var entries: [Entry] = []
  private var seen: [String] = []
  /// What the service has lost: the app will hand over another one.
  private var lost: [PushRegistration.Use]?
  /// The device has no place in the bridge's config any more: what still arrives of it is refused.
  package var isRetired = false

  package init() {}

  package func entry(_ use: PushRegistration.Use, activity: String? = nil) -> Entry? {
    entries.first { $0.use == use && $0.activity == activity }
  }

  /// - Parameter app: the bundle id that the config names.
  mutating func take(_ registration: PushRegistration, of app: String, at now: Moment) -> AckCode {
    if isRetired { return .forbidden }
    if seen.contains(registration.id.text) { return .duplicate }
    guard registration.service == .apns, registration.use != .other, registration.app == app,
      let token = registration.token?.lowercased()
    else { return .unknownRequest }
    seen.append(registration.id.text)
    if seen.count > Self.seenMax { seen.removeFirst() }
    let activity = registration.use == .activity ? registration.activity?.text : nil
    let place = entries.firstIndex { $0.use == registration.use && $0.activity == activity }
    if registration.gone == true {
      guard let place, entries[place].token == token else { return .alreadyDone }
      entries.remove(at: place)
      return .accepted
    }
    if let place { entries.remove(at: place) }
    lost?.removeAll { $0 == registration.use }
    entries.append(
      Entry(
        use: registration.use, activity: activity, token: token,
        isDevelopment: registration.environment == .development, since: now.wall.milliseconds))
    let activities = entries.filter { $0.activity != nil }
    if activities.count > Self.activitiesMax { entries.removeAll { $0 == activities[0] } }
    return .accepted
  }

  /// The service knows this token no longer. One that took its place stays, and so does one that was registered after the service lost
  /// it, until that was said ``doubtsMax`` times.
  ///
  /// - Parameter since: when the service lost it; milliseconds since 1970.
  /// - Returns: whether it was there.
  mutating func forget(_ token: String, lost since: Int64?) -> Bool {
    let before = entries
    for i in entries.indices where entries[i].token == token {
      entries[i].doubts = (entries[i].doubts ?? 0) + 1
    }
    entries.removeAll { entry in
      let isOver = since.map { entry.since <= $0 } ?? true
      return entry.token == token && (isOver || (entry.doubts ?? 0) >= Self.doubtsMax)
    }
    lost = (lost ?? []) + before.map(\.use).filter { use in entry(use) == nil && lost?.contains(use) != true }
    return entries.count < before.count
  }

  /// Whether another token for that is to be expected.
  func awaits(_ use: PushRegistration.Use) -> Bool { lost?.contains(use) == true }

  mutating func forget(activity: String) { entries.removeAll { $0.activity == activity } }

  mutating func forgetAll() {
    entries = []
    lost = nil
    isRetired = true
  }
}

extension PushRegistration.Use: Codable {}
