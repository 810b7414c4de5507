internal import GardenCore

/// A value and where it was written; the position of the key where the value is a default.
struct Placed<Value> {
  var value: Value
  var position: TextPosition
  /// `false`: the default.
  var isWritten: Bool
  /// `plants.basil.dry_below`.
  var path: String

  /// Where it is written in a file that the config includes: that file.
  var file: String?

  var line: ConfigLine? { isWritten ? ConfigLine(line: position.line, file: file, key: path) : nil }
}

extension Placed: Sendable where Value: Sendable {}
