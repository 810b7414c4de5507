/// Everything that is known of a plant, and why its status is what it is (`state/detail/<plant>`, retained).
public struct PlantDetail: DatedDocument {
  /// ≤ 4096 bytes.
  public static let kind = DocumentKind(
    "plant-detail", at: "state/detail/<plant>", upTo: DocumentLimits.large)

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
  /// Next watering, not before `ts`: of a plant that is due then, or until when it was put off; else when it most likely gets dry, or the
  /// calendar's date. Absent: when it gets dry, and nobody knows yet when that is.
  public var next: EpochSeconds?
  /// How that is known.
  public var nextBecause: NextBecause?
  /// When it gets dry by what its probe has taught; absent where it is dry, or the calendar decides.
  public var forecast: Forecast?
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
  /// Who was told that it wants water, and why the others were not: in the answer to `explain` alone.
  public var heard: [Hearing]?
  /// Rises with each change.
  public var rev: Int
  /// When it was written.
  public var ts: EpochSeconds

  /// One evaluated quantity.
  public struct Evaluation: DocumentPart {
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

    /// Declares the fields.
    public init(_ f: Fields<Self>) {
      quantity = f.required("quantity", \.quantity, .text(1...32))
      status = f.required("status", \.status, .word)
      reason = f.optional("reason", \.reason, .word)
      since = f.required("since", \.since, .time)
      value = f.optional("value", \.value, .number())
      at = f.optional("at", \.at, .time)
      low = f.optional("low", \.low, .number())
      high = f.optional("high", \.high, .number())
    }

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
  public struct Watering: DocumentPart {
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
    /// What keeps the rule from watering the dry plant.
    public var held: Why?

    /// Declares the fields.
    public init(_ f: Fields<Self>) {
      valve = f.required("valve", \.valve, .name())
      seconds = f.required("seconds", \.seconds, .integer(0...86_400))
      secondsMax = f.required("seconds_max", \.secondsMax, .integer(0...86_400))
      litres = f.optional("litres", \.litres, .number(0...1e6))
      automatic = f.required("automatic", \.automatic, .flag)
      state = f.optional("state", \.state, .word)
      ends = f.optional("ends", \.ends, .time)
      held = f.optional("held", \.held, .part)
    }

    /// What `water_start` does for this plant.
    public init(
      valve: SubjectName, seconds: Int, secondsMax: Int, litres: Double?, automatic: Bool,
      state: State? = nil, ends: EpochSeconds? = nil, held: Why? = nil
    ) {
      self.valve = valve
      self.seconds = seconds
      self.secondsMax = secondsMax
      self.litres = litres
      self.automatic = automatic
      self.state = state
      self.ends = ends
      self.held = held
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
  public struct Sensor: DocumentPart {
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
    public struct Value: DocumentPart {
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

      /// Declares the fields.
      public init(_ f: Fields<Self>) {
        quantity = f.required("quantity", \.quantity, .text(1...32))
        value = f.required("value", \.value, .number())
        raw = f.optional("raw", \.raw, .number())
        at = f.optional("at", \.at, .time)
        fresh = f.required("fresh", \.fresh, .flag)
      }

      /// One last value.
      public init(quantity: String, value: Double, raw: Double?, at: EpochSeconds?, fresh: Bool) {
        self.quantity = quantity
        self.value = value
        self.raw = raw
        self.at = at
        self.fresh = fresh
      }
    }

    /// Declares the fields.
    public init(_ f: Fields<Self>) {
      id = f.required("id", \.id, .text(1...64))
      online = f.optional("online", \.online, .flag)
      values = f.required("values", \.values, .list(of: .part, 16))
      refused = f.required("refused", \.refused, .table(.text(1...64), of: .ordinal, 64))
      lastRefusal = f.optional("last_refusal", \.lastRefusal, .text(1...64))
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

  /// `unset`: its times are no dates, since the bridge does not know the time. Absent: they are.
  public var clock: BridgeStatus.Clock?

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    f.version()
    id = f.required("id", \.id, .name())
    name = f.required("name", \.name, .text(1...64))
    evaluations = f.required("evaluations", \.evaluations, .list(of: .part, 8))
    battery = f.optional("battery", \.battery, .percent)
    dryBelow = f.optional("dry_below", \.dryBelow, .percent)
    last = f.required("last", \.last, .time)
    next = f.optional("next", \.next, .time)
    nextBecause = f.optional("next_because", \.nextBecause, .word)
    forecast = f.optional("forecast", \.forecast, .part)
    neverWatered = f.optional("never_watered", \.neverWatered, .flag)
    because = f.required("because", \.because, .text(0...500))
    line = f.optional("line", \.line, .count)
    key = f.optional("key", \.key, .text(1...200))
    watering = f.optional("watering", \.watering, .part)
    picture = f.optional("picture", \.picture, .word)
    sensors = f.required("sensors", \.sensors, .list(of: .part, 32))
    heard = f.optional("heard", \.heard, .list(of: .part, Hearing.countMax))
    rev = f.required("rev", \.rev, .count)
    ts = f.required("ts", \.ts, .time)
    clock = f.optional("clock", \.clock, .word)
  }

  /// What is known of a plant.
  public init(
    id: SubjectName, name: String, evaluations: [Evaluation], battery: Double?, dryBelow: Double?,
    last: EpochSeconds, next: EpochSeconds?, neverWatered: Bool?, because: String, line: Int?, key: String?,
    sensors: [Sensor], rev: Int, ts: EpochSeconds, forecast: Forecast? = nil, watering: Watering? = nil,
    picture: Picture? = nil, nextBecause: NextBecause? = nil, heard: [Hearing]? = nil
  ) {
    self.id = id
    self.name = name
    self.evaluations = evaluations
    self.battery = battery
    self.dryBelow = dryBelow
    self.last = last
    self.next = next
    self.forecast = forecast
    self.neverWatered = neverWatered
    self.because = because
    self.line = line
    self.key = key
    self.watering = watering
    self.picture = picture
    self.nextBecause = nextBecause
    self.heard = heard
    self.sensors = sensors
    self.rev = rev
    self.ts = ts
  }
}
