/// Under which names a bridge's entities are known at the broker and in Home Assistant.
///
/// They are made of ids, never of names that people read: a plant that is renamed stays the same device. They begin with the
/// bridge's node, so that two bridges at one broker keep apart, and nobody else's entity is ever taken for ours.
struct EntityNames: Sendable, Hashable {
  let prefix: String
  /// Node of the discovery topics and identifier of the bridge's device: `loam-<base topic>`.
  let node: String
  /// What our entity ids begin with: `loam`, and the base topic where that is not the usual one.
  let slug: String

  init(prefix: String, base: String) {
    self.prefix = prefix
    var isPlain = true
    var level = ""
    for byte in base.utf8 {
      if Self.isWord(byte) || byte == UInt8(ascii: "-") {
        level.append(Character(Unicode.Scalar(byte)))
      } else {
        isPlain = false
        level.append("_")
      }
    }
    if !isPlain { level += "_\(Fingerprint.of(Array(base.utf8)))" }
    node = "loam-\(level)"
    slug = base == "plants" ? "loam" : "loam_\(Self.slug(of: level))"
  }

  /// Of a plant or an actuator: `kind` tells them apart.
  func deviceID(_ kind: String, _ id: String) -> String { "\(node)-\(kind)-\(id)" }

  /// `subject` nil: the bridge's own. No `entity` has a `-`, so that no two of ours meet.
  func object(_ kind: String, _ subject: String?, _ entity: String) -> String {
    subject.map { "\(kind)-\($0)-\(entity)" } ?? "\(kind)-\(entity)"
  }

  func topic(_ component: EntityConfig.Component, _ object: String) -> String {
    "\(prefix)/\(component.rawValue)/\(node)/\(object)/config"
  }

  /// `loam_basil_moisture`: what stands behind the dot of the entity id, unless the owner changes it.
  func entity(_ subject: String?, _ entity: String) -> String {
    "\(slug)_\(subject.map { Self.slug(of: $0) + "_" } ?? "")\(entity)"
  }

  private static func slug(of id: String) -> String {
    String(id.lowercased().map { $0 == "-" ? "_" : $0 })
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
