#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A link from a surface into the app: `loam://finished?activity=<id>&plant=<id>`.
///
/// The rule is the fourth seed article's: first the scheme is looked at; of ours, the host says what is meant. A host that
/// is not known is still ours (the app opens, nothing else happens); another scheme is not ours and is handed back.
public enum DeepLink: Sendable, Hashable {
  /// The run is over: the app stops its own countdown and says so. Nothing acts because a link was opened.
  case finished(activity: MessageID?, plant: SubjectName?)
  /// An invitation: the app asks the person whether this device shall join there.
  case join(JoinLink)

  /// The scheme of ours.
  public static let scheme = "loam"
  static let joinHost = "join"
  /// Longer texts are not looked at.
  public static let bytesMax = 512

  /// What a text is to us.
  public enum Reading: Sendable, Hashable {
    /// Ours, and understood.
    case ours(DeepLink)
    /// Ours, but of a host that is not known here.
    case unknown
    /// Another scheme, or no link at all.
    case notOurs

    /// What the system is answered: whether the link was ours to take.
    public var isHandled: Bool { self != .notOurs }
  }

  /// Never fails: an id that is none is left out. Scheme and host are compared without case (RFC 3986 §6.2.2.1).
  public static func reading(_ text: String) -> Reading {
    guard text.utf8.count <= bytesMax, let parts = URLComponents(string: text),
      parts.scheme?.lowercased() == scheme
    else { return .notOurs }
    func value(_ name: String) -> String? { parts.queryItems?.first { $0.name == name }?.value }
    if parts.host?.lowercased() == joinHost { return JoinLink(value).map { .ours(.join($0)) } ?? .unknown }
    guard parts.host?.lowercased() == "finished" else { return .unknown }
    return .ours(
      .finished(
        activity: value("activity").flatMap { MessageID($0) },
        plant: value("plant").flatMap { SubjectName($0) }))
  }

  /// The link as text. Ids need no escaping.
  public var text: String {
    switch self {
    case .join(let link): return link.text
    case .finished(let activity, let plant):
      let query = [activity.map { "activity=\($0)" }, plant.map { "plant=\($0)" }].compactMap { $0 }
      return "\(Self.scheme)://finished" + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }
  }
}
