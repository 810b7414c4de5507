/// Which plants are wanted, and what of each. With nothing said: all, as the first seed article's list shows them.
public struct PlantsRequest: DocumentPart {
  /// What of a plant is wanted beside its `id`, by the keys of ``PlantList/Plant``; unknown words are ignored. Absent: ``usual``.
  public var fields: [String]?
  /// Only those behind this plant, in the order of the config: for the next part of a list that had `more`.
  public var after: SubjectName?
  /// At most so many; absent: as many as fit.
  public var count: Int?

  /// What is told where `fields` is absent.
  public static let usual = ["name", "lastWateringDate", "nextWateringDate"]

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    fields = f.optional("fields", \.fields, .list(of: .text(0...64), 16))
    after = f.optional("after", \.after, .name())
    count = f.optional("count", \.count, .integer(1...PlantList.plantsMax))
  }

  /// Which plants are wanted, and what of each.
  public init(fields: [String]? = nil, after: SubjectName? = nil, count: Int? = nil) {
    self.fields = fields
    self.after = after
    self.count = count
  }
}

/// The plants, in the order of the config. A garden without plants has an empty list; what failed is no list but an ``Ack``.
public struct PlantList: DocumentPart {
  /// Plants at most.
  public static let plantsMax = 400

  /// The plants. The key is the seed article's.
  public var response: [Plant]
  /// How many follow that had no place; ask again with the last one's id as `after`.
  public var more: Int?

  /// One plant.
  public struct Plant: DocumentPart {
    /// Its id in the config.
    public var id: SubjectName
    /// Its name, 1 to 64 characters.
    public var name: String?
    /// Last watering; the day it was added where it was never watered.
    public var lastWateringDate: EpochSeconds?
    /// Next watering, always after the last and never in the past.
    public var nextWateringDate: EpochSeconds?
    /// How that is known; with `nextWateringDate`.
    public var nextBecause: NextBecause?
    /// Never watered; with `lastWateringDate`.
    public var neverWatered: Bool?
    /// What it needs.
    public var condition: PlantState.Condition?
    /// Soil moisture, percent; absent where it is not known.
    public var moisture: Double?

    /// Declares the fields.
    public init(_ f: Fields<Self>) {
      id = f.required("id", \.id, .name())
      name = f.optional("name", \.name, .text(1...64))
      lastWateringDate = f.optional("lastWateringDate", \.lastWateringDate, .time)
      nextWateringDate = f.optional("nextWateringDate", \.nextWateringDate, .time)
      nextBecause = f.optional("next_because", \.nextBecause, .word)
      neverWatered = f.optional("never_watered", \.neverWatered, .flag)
      condition = f.optional("condition", \.condition, .word)
      moisture = f.optional("moisture", \.moisture, .percent)
    }

    /// A plant of which nothing more is told.
    public init(id: SubjectName) { self.id = id }
  }

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    response = f.required("response", \.response, .list(of: .part, Self.plantsMax))
    more = f.optional("more", \.more, .ordinal)
  }

  /// The plants.
  public init(_ response: [Plant], more: Int? = nil) {
    self.response = response
    self.more = more
  }
}
