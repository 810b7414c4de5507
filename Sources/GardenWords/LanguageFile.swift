#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A language as it is written down. What only the page says is not read here.
struct LanguageFile: Decodable, Sendable {
  struct Language: Decodable, Sendable {
    /// BCP 47; a longer locale that begins like one is meant too, unless another language has more of it.
    var locales: [String] = []
    /// The rule of each plural category but `other`.
    var plurals: [String: String] = [:]
    /// How dates, times and numbers are written.
    var formats: [String: String] = [:]
    /// What is written otherwise in some regions.
    var regions: [Region] = []
  }

  struct Region: Decodable, Sendable {
    /// ISO 3166.
    var of: [String]
    var formats: [String: String]
  }

  enum Text: Decodable, Sendable {
    case whole(String)
    /// By plural category.
    case plural([String: String])

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let text = try? value.decode(String.self) {
        self = .whole(text)
      } else {
        self = .plural(try value.decode([String: String].self))
      }
    }
  }

  var language = Language()
  /// What bridge and page both say.
  var shared: [String: Text] = [:]
  var bridge: [String: Text] = [:]
}

/// Why a language file cannot be read.
package struct LanguageError: Error, CustomStringConvertible {
  package let description: String

  init(_ tag: String, _ error: any Error) {
    description = "\(tag).json: \((error as? DecodingError).map(Self.words) ?? "\(error)")"
  }

  /// Foundation's own words differ from release to release.
  private static func words(_ error: DecodingError) -> String {
    func place(_ context: DecodingError.Context) -> String {
      let keys = context.codingPath.map(\.stringValue)
      return keys.isEmpty
        ? context.debugDescription : "\(keys.joined(separator: ".")): \(context.debugDescription)"
    }
    switch error {
    case .keyNotFound(let key, let context):
      let keys = (context.codingPath + [key]).map(\.stringValue)
      return "'\(keys.joined(separator: "."))' not found"
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      return place(context)
    @unknown default: return "\(error)"
    }
  }
}
