package import GardenCore

/// A value as another program kept it.
package struct ForeignValue: Sendable, Hashable {
  /// Place in ``ForeignHistory/series``.
  package var series: Int
  package var at: Timestamp
  package var content: Content
  /// How it came to stand there.
  package var kind: Kind = .reading

  package enum Content: Sendable, Hashable {
    case number(Double, unit: String?)
    /// `unavailable`, `unknown`, nothing.
    case none
    case text
  }

  package enum Kind: Sendable, Hashable {
    case reading
    /// Nothing was written for so long because nothing changed.
    case held
    /// The mean of the hour that begins then.
    case hour
  }
}

/// A history that another program keeps, opened for reading alone.
package protocol ForeignHistory {
  /// As the other program names them.
  var series: [String] { get }
  /// Every value.
  ///
  /// - Returns: what could not be read.
  func forEach(_ body: (ForeignValue) throws -> Void) throws -> UnreadableLines
}

/// Lines of a text file in which no value could be found, or cells of a database.
package struct UnreadableLines: Sendable, Hashable {
  package var count = 0
  /// The first of them; the file's first line is 1. `nil`: they are cells.
  package var first: Int?
  /// What is wrong with that one.
  package var why: String?

  package init() {}
}

/// Why a history cannot be read at all.
package enum ForeignHistoryError: Error, Sendable, Hashable {
  case unreadable(path: String, detail: String)
  /// Neither a database of Home Assistant nor a table nor line protocol.
  case unknownForm(path: String, detail: String)
}

extension ForeignHistoryError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreadable(let path, let detail): "\(path): \(detail)"
    case .unknownForm(let path, let detail):
      "\(path): \(detail); taken are a store of Loam, Home Assistant's database (home-assistant_v2.db), CSV and InfluxDB line protocol"
    }
  }
}
