/// The plant of a notification, as the watch app of 2020 reads it: every date twice, under both spellings in use.
///
/// A reader may find either spelling; a writer writes both. Dates are numbers, seconds since 1970.
public struct PlantDates: Sendable, Hashable {
  /// Which plant.
  public var id: SubjectName
  /// Its name, 1 to 64 characters.
  public var name: String
  /// Last watering; for a plant that was never watered, the day it was added.
  public var lastDate: EpochSeconds
  /// Next watering, later than the last.
  public var nextDate: EpochSeconds

  /// A plant and its dates.
  public init(id: SubjectName, name: String, lastDate: EpochSeconds, nextDate: EpochSeconds) {
    self.id = id
    self.name = name
    self.lastDate = lastDate
    self.nextDate = nextDate
  }

  func check(at pointer: String) throws(DocumentError) {
    try Rule.text(name, 1...64, at: pointer + "/name")
    try Rule.that(nextDate > lastDate, .badTime, at: pointer + "/nextDate", "not later than lastDate")
  }
}

extension PlantDates: Codable {
  enum CodingKeys: String, CodingKey {
    case id, name, lastDate, nextDate, lastWateringDate, nextWateringDate
  }

  /// Takes either spelling of a date; both must agree where both are there.
  public init(from decoder: any Decoder) throws {
    let box = try decoder.container(keyedBy: CodingKeys.self)
    id = try box.decode(SubjectName.self, forKey: .id)
    name = try box.decode(String.self, forKey: .name)
    lastDate = try Self.date(.lastDate, or: .lastWateringDate, in: box)
    nextDate = try Self.date(.nextDate, or: .nextWateringDate, in: box)
  }

  private static func date(
    _ key: CodingKeys, or other: CodingKeys, in box: KeyedDecodingContainer<CodingKeys>
  ) throws -> EpochSeconds {
    let second = try box.decodeIfPresent(EpochSeconds.self, forKey: other)
    guard let first = try box.decodeIfPresent(EpochSeconds.self, forKey: key) else {
      return try second ?? box.decode(EpochSeconds.self, forKey: key)
    }
    guard second == nil || second == first else {
      throw DocumentError(.badTime, at: box.codingPath + [other], "two spellings, two dates")
    }
    return first
  }

  /// Writes both spellings.
  public func encode(to encoder: any Encoder) throws {
    var box = encoder.container(keyedBy: CodingKeys.self)
    try box.encode(id, forKey: .id)
    try box.encode(name, forKey: .name)
    try box.encode(lastDate, forKey: .lastDate)
    try box.encode(nextDate, forKey: .nextDate)
    try box.encode(lastDate, forKey: .lastWateringDate)
    try box.encode(nextDate, forKey: .nextWateringDate)
  }
}
