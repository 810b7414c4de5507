/// The plant of a notification, as the watch app of 2020 reads it: every date twice, under both spellings in use.
///
/// A reader may find either spelling; a writer writes both. Dates are numbers, seconds since 1970.
public struct PlantDates: DocumentPart {
  /// Which plant.
  public var id: SubjectName
  /// Its name, 1 to 64 characters.
  public var name: String
  /// Last watering; for a plant that was never watered, the day it was added.
  public var lastDate: EpochSeconds
  /// Next watering, later than the last, and not before the document was written: of a plant that is due then, or until when it was put off.
  public var nextDate: EpochSeconds
  /// How that is known.
  public var nextBecause: NextBecause?
  /// In `WATERING_DIGEST_OFFER`: what `water_start` does for this plant; absent: it has no valve that may open.
  public var water: WaterQuestion?

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    id = f.required("id", \.id, .name())
    name = f.required("name", \.name, .text(1...64))
    lastDate = f.required("lastDate", \.lastDate, .time, alias: "lastWateringDate")
    nextDate = f.required("nextDate", \.nextDate, .time, alias: "nextWateringDate")
    nextBecause = f.optional("next_because", \.nextBecause, .word)
    water = f.optional("water", \.water, .part)
    f.rule(.order("nextDate", .above, "lastDate", or: .badTime))
  }

  /// A plant and its dates.
  public init(
    id: SubjectName, name: String, lastDate: EpochSeconds, nextDate: EpochSeconds,
    nextBecause: NextBecause? = nil, water: WaterQuestion? = nil
  ) {
    self.id = id
    self.name = name
    self.lastDate = lastDate
    self.nextDate = nextDate
    self.nextBecause = nextBecause
    self.water = water
  }
}
