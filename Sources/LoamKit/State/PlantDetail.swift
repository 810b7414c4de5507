/// Everything that is known of a plant, and why its status is what it is (`state/detail/<plant>`, retained): what `explain`
/// and a dashboard's page of the plant show.
public struct PlantDetail: Document {
  /// ≤ 4096 bytes.
  public static var bytesMax: Int { DocumentLimits.large }

  /// Version 1.
  public private(set) var v = ProtocolVersion()
  /// Equal to the topic's level.
  public var id: SubjectName
  /// Its name, 1 to 64 characters.
  public var name: String
  /// One entry per evaluated quantity.
  public var evaluations: [Evaluation]
  /// Lowest battery of its sensors, percent.
  public var battery: Double?
  /// The dry limit in force, percent.
  public var dryBelow: Double?
  /// Last watering.
  public var last: EpochSeconds
  /// Next watering; absent: when it gets dry, which its probe will tell.
  public var next: EpochSeconds?
  /// Never watered: `last` is the day it was added.
  public var neverWatered: Bool?
  /// The rule behind the evaluation, in English.
  public var because: String
  /// Line of the config file on which the rule stands.
  public var line: Int?
  /// Its key there.
  public var key: String?
  /// How it is watered; absent where it has no valve.
  public var watering: Watering?
  /// How it is drawn; absent: by its name.
  public var picture: Picture?
  /// Its sensors; those that do not fit are left out.
  public var sensors: [Sensor]
  /// Rises with each change.
  public var rev: Int
  /// When it was written.
  public var ts: EpochSeconds

  /// One evaluated quantity.
  public struct Evaluation: Codable, Sendable, Hashable {
    /// `moisture`, `temperature`, `light`, `conductivity`.
    public var quantity: String
    /// `unknown`, `low`, `fine`, `high`.
    public var status: Status
    /// Why it is unknown.
    public var reason: PlantState.Reason?
    /// Since when it stands so.
    public var since: EpochSeconds
    /// The value behind it: percent, °C, lx, µS/cm.
    public var value: Double?
    /// When its newest part was measured.
    public var at: EpochSeconds?
    /// The lower limit in force; absent: not evaluated.
    public var low: Double?
    /// The upper limit in force; absent: not evaluated.
    public var high: Double?

    /// One evaluated quantity.
    public init(
      quantity: String, status: Status, reason: PlantState.Reason?, since: EpochSeconds, value: Double?,
      at: EpochSeconds?, low: Double? = nil, high: Double? = nil
    ) {
      self.quantity = quantity
      self.status = status
      self.reason = reason
      self.since = since
      self.value = value
      self.at = at
      self.low = low
      self.high = high
    }
  }

  /// What `water_start` does for this plant.
  public struct Watering: Codable, Sendable, Hashable {
    /// Its valve's id in the config.
    public var valve: SubjectName
    /// The longest that a run takes when nobody says otherwise, seconds.
    public var seconds: Int
    /// What may be asked for at most, seconds.
    public var secondsMax: Int
    /// A run ends at this volume when nobody says otherwise.
    public var litres: Double?
    /// The bridge waters it by rule as well.
    public var automatic: Bool
    /// How the valve is; absent where nothing is known of it.
    public var state: State?
    /// When the plant's run is meant to end; absent where none is on its way or running.
    public var ends: EpochSeconds?

    enum CodingKeys: String, CodingKey {
      case valve, seconds
      case secondsMax = "seconds_max"
      case litres, automatic, state, ends
    }

    /// What `water_start` does for this plant.
    public init(
      valve: SubjectName, seconds: Int, secondsMax: Int, litres: Double?, automatic: Bool,
      state: State? = nil, ends: EpochSeconds? = nil
    ) {
      self.valve = valve
      self.seconds = seconds
      self.secondsMax = secondsMax
      self.litres = litres
      self.automatic = automatic
      self.state = state
      self.ends = ends
    }

    /// How the valve is.
    public enum State: String, OpenChoice {
      /// By its own word, and no run of the plant holds it.
      case closed
      /// Told to open, not yet open.
      case opening
      /// Water runs, by the plant's run or otherwise.
      case open
      /// Told to close; not yet proved closed.
      case closing
      /// What an unknown word is read as.
      public static var unknownWord: Self { .open }
    }
  }

  /// What the plant looks like.
  public enum Picture: String, OpenChoice {
    /// A kind that drawings know.
    case cactus, succulent, fern, palm, herb, rosemary, grass, orchid, flower, chili, tomato, tree
    /// A plant and no more.
    case leaf
    /// A photo of its own, which `loam web` serves under `api/v1/plants/<plant>/photo`.
    case photo
    /// What an unknown word is read as.
    public static var unknownWord: Self { .leaf }
  }

  /// Where a quantity stands.
  public enum Status: String, OpenChoice {
    /// Cannot be told.
    case unknown
    /// Below its lower limit.
    case low
    /// Within its limits.
    case fine
    /// Above its upper limit.
    case high
    /// What an unknown word is read as.
    public static var unknownWord: Self { .unknown }
  }

  /// One sensor's health.
  public struct Sensor: Codable, Sendable, Hashable {
    /// Its id in the config.
    public var id: String
    /// What its availability topic says.
    public var online: Bool?
    /// Its last values.
    public var values: [Value]
    /// How many values were refused, by reason; reasons that never came are left out.
    public var refused: [String: Int]
    /// The last reason.
    public var lastRefusal: String?

    /// One last value.
    public struct Value: Codable, Sendable, Hashable {
      /// What was measured.
      public var quantity: String
      /// In canonical units.
      public var value: Double
      /// Before calibration.
      public var raw: Double?
      /// When; absent: of unknown age.
      public var at: EpochSeconds?
      /// Young enough to count.
      public var fresh: Bool

      /// One last value.
      public init(quantity: String, value: Double, raw: Double?, at: EpochSeconds?, fresh: Bool) {
        self.quantity = quantity
        self.value = value
        self.raw = raw
        self.at = at
        self.fresh = fresh
      }
    }

    enum CodingKeys: String, CodingKey {
      case id, online, values, refused
      case lastRefusal = "last_refusal"
    }

    /// One sensor's health.
    public init(id: String, online: Bool?, values: [Value], refused: [String: Int], lastRefusal: String?) {
      self.id = id
      self.online = online
      self.values = values
      self.refused = refused
      self.lastRefusal = lastRefusal
    }
  }

  enum CodingKeys: String, CodingKey {
    case v, id, name, evaluations, battery
    case dryBelow = "dry_below"
    case last, next
    case neverWatered = "never_watered"
    case because, line, key, watering, picture, sensors, rev, ts
  }

  /// What is known of a plant.
  public init(
    id: SubjectName, name: String, evaluations: [Evaluation], battery: Double?, dryBelow: Double?,
    last: EpochSeconds, next: EpochSeconds?, neverWatered: Bool?, because: String, line: Int?, key: String?,
    sensors: [Sensor], rev: Int, ts: EpochSeconds, watering: Watering? = nil, picture: Picture? = nil
  ) {
    self.id = id
    self.name = name
    self.evaluations = evaluations
    self.battery = battery
    self.dryBelow = dryBelow
    self.last = last
    self.next = next
    self.neverWatered = neverWatered
    self.because = because
    self.line = line
    self.key = key
    self.watering = watering
    self.picture = picture
    self.sensors = sensors
    self.rev = rev
    self.ts = ts
  }

  /// Lengths of texts and lists, finite numbers.
  public func check() throws(DocumentError) {
    try Rule.text(name, 1...64, at: "/name")
    try Rule.text(because, 0...500, at: "/because")
    try Rule.text(key, 1...200, at: "/key")
    try Rule.integer(rev, Rule.counts, at: "/rev")
    try Rule.number(battery, 0...100, at: "/battery")
    try Rule.number(dryBelow, 0...100, at: "/dry_below")
    for (i, evaluation) in evaluations.enumerated() {
      try Rule.number(evaluation.value, -1e9...1e9, at: "/evaluations/\(i)/value")
      try Rule.number(evaluation.low, -1e9...1e9, at: "/evaluations/\(i)/low")
      try Rule.number(evaluation.high, -1e9...1e9, at: "/evaluations/\(i)/high")
    }
    try Rule.integer(watering?.seconds, 0...86_400, at: "/watering/seconds")
    try Rule.integer(watering?.secondsMax, 0...86_400, at: "/watering/seconds_max")
    try Rule.number(watering?.litres, 0...1e6, at: "/watering/litres")
    try Rule.that(evaluations.count <= 8, at: "/evaluations", "more than 8")
    try Rule.that(sensors.count <= 32, at: "/sensors", "more than 32")
  }
}
