/// Why a time zone cannot be had.
package enum ZoneError: Error, Sendable, Hashable {
  /// No such name in the database, or no name at all (`../passwd`).
  case unknown(String)
  /// The file is there and is no time zone.
  case damaged(String)
  /// There is no database: the package `tzdata` is missing.
  case noDatabase(String)
}

/// A zone's UTC offsets over some years, from the machine's time zone database. Foundation's essentials know no
/// named zones, and all of Foundation costs 12 MB.
package struct ZoneTable: Sendable, Hashable {
  /// From `startSeconds` (Unix) on, local time is UTC plus `offsetSeconds`.
  package struct Change: Sendable, Hashable {
    package var startSeconds: Int64
    package var offsetSeconds: Int32
    package init(startSeconds: Int64, offsetSeconds: Int32) {
      self.startSeconds = startSeconds
      self.offsetSeconds = offsetSeconds
    }
  }

  package static let databasePath = "/usr/share/zoneinfo"

  /// Oldest first, never empty. The first stands at the beginning of the first year, with the offset that held then;
  /// changes that keep the offset are left out.
  package var changes: [Change]

  /// The offsets from 1 January (UTC) of one year to the end of another.
  ///
  /// - Parameter name: as the IANA database spells it: `Europe/Berlin`, `UTC`.
  package static func offsets(
    of name: String, fromYear: Int, throughYear: Int, database: String = databasePath
  ) throws(ZoneError) -> ZoneTable {
    guard FileBytes.exists(database) else { throw .noDatabase(database) }
    guard isName(name), let bytes = FileBytes.read(database + "/" + name), !bytes.isEmpty else {
      throw .unknown(name)
    }
    // Lists and leap-second files lie in the same folder.
    guard bytes.starts(with: "TZif".utf8) else { throw .unknown(name) }
    guard let file = ZoneFile(bytes) else { throw .damaged(name) }
    return ZoneTable(file, fromYear: fromYear, throughYear: max(fromYear, throughYear))
  }

  package static func exists(_ name: String, database: String = databasePath) -> Bool {
    guard isName(name), let bytes = FileBytes.read(database + "/" + name) else { return false }
    return ZoneFile(bytes) != nil
  }

  init(_ file: ZoneFile, fromYear: Int, throughYear: Int) {
    let begin = Int64(Self.dayNumber(year: fromYear, month: 1, day: 1)) * 86_400
    let end = Int64(Self.dayNumber(year: throughYear + 1, month: 1, day: 1)) * 86_400
    var all = file.changes
    if let rule = file.rule {
      let last = all.last?.startSeconds ?? .min
      if rule.summer == nil {
        if last == .min { all = [Change(startSeconds: begin, offsetSeconds: Int32(rule.standardOffset))] }
      } else {
        // One year more in front: the rule's offset of last winter may hold at the beginning.
        for year in (fromYear - 1)...throughYear {
          all += rule.changes(in: year).filter { $0.startSeconds > last }
        }
      }
    }
    let before = all.last { $0.startSeconds <= begin }?.offsetSeconds ?? file.earliestOffset
    changes = [Change(startSeconds: begin, offsetSeconds: before)]
    for change in all where change.startSeconds > begin && change.startSeconds < end {
      if change.offsetSeconds != changes[changes.count - 1].offsetSeconds { changes.append(change) }
    }
  }

  /// Letters, digits and `+-_/`, no dot: no way out of the database's folder.
  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 64 && !name.hasPrefix("/")
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "_"),
          UInt8(ascii: "/"):
          true
        default: false
        }
      }
  }

  static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  /// Days since 1970-01-01. Source: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms".
  static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

extension ZoneError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknown(let name): "there is no time zone '\(name)'"
    case .damaged(let name): "the file of the time zone '\(name)' is damaged"
    case .noDatabase(let folder): "there is no time zone database in \(folder): install the package tzdata"
    }
  }
}
