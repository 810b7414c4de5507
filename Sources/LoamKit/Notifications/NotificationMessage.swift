/// A notification in the shape of Apple's push payload (`d/<device>/dn/notify`): the bytes on MQTT are the bytes
/// that a push service gets.
///
/// ``plant`` has the keys of the first app that read it, which decodes strictly: all of them are always there.
public struct NotificationMessage: Document {
  /// ≤ 4096 bytes.
  public static let kind = DocumentKind(
    "notification", at: "d/D/dn/notify", upTo: DocumentLimits.large)

  /// Which notification this is, and how long it holds.
  public var note: Note
  /// Apple's keys.
  public var aps: APS
  /// The plant it is about; in a digest the most urgent one.
  public var plant: PlantDates?
  /// The plants of a digest, most urgent first.
  public var plants: [PlantDates]?
  /// The slider of `SETPOINT_ADJUST`; of a reminder to water that of the plant's dry limit.
  public var control: Slider?
  /// What the first button of `WATERING_OFFER` does, and that of `WATERING_DIGEST_OFFER` for ``plant``.
  public var water: WaterQuestion?

  /// Only keys that Apple documents.
  public struct APS: DocumentPart {
    /// The words, in the device's language.
    public var alert: Alert
    /// Which buttons it has. One of a category that the reader does not know is shown as plain text without buttons.
    public var category: CategoryName
    /// Groups what belongs together: the plant's id, `plants` for a digest.
    public var threadID: String
    /// `default`, or absent for a silent one.
    public var sound: String?
    /// How loudly it may interrupt.
    public var interruptionLevel: Level?
    /// 0…1, for the order in a summary.
    public var relevanceScore: Double?

    /// Declares the fields.
    public init(_ f: Fields<Self>) {
      alert = f.required("alert", \.alert, .part)
      category = f.required("category", \.category, .name())
      threadID = f.required("thread-id", \.threadID, .text(1...64))
      sound = f.optional("sound", \.sound, .text(1...64))
      interruptionLevel = f.optional("interruption-level", \.interruptionLevel, .word)
      relevanceScore = f.optional("relevance-score", \.relevanceScore, .number(0...1))
    }

    /// Apple's part of a notification.
    public init(
      alert: Alert, category: CategoryName, threadID: String, sound: String? = nil,
      interruptionLevel: Level? = nil, relevanceScore: Double? = nil
    ) {
      self.alert = alert
      self.category = category
      self.threadID = threadID
      self.sound = sound
      self.interruptionLevel = interruptionLevel
      self.relevanceScore = relevanceScore
    }
  }

  /// How loudly a notification may interrupt. Source: Apple, `UNNotificationInterruptionLevel`.
  public enum Level: String, OpenChoice {
    /// No sound, no light.
    case passive
    /// The usual.
    case active
    /// Through quiet modes.
    case timeSensitive = "time-sensitive"
    /// What an unknown word is read as.
    public static var unknownWord: Self { .active }
  }

  /// Which notification this is, and how long it holds.
  public struct Note: DocumentPart {
    /// Equal on all devices that are sent this notification.
    public var id: MessageID
    /// A new notification of the same key replaces the old one.
    public var key: ReminderKey
    /// 1, 2, … per ``id``; one that is not above the shown one of the same id is dropped. Another id of the same key always
    /// replaces what is shown: a bridge that was started anew may count from 1 again.
    public var rev: Int
    /// When it was made.
    public var ts: EpochSeconds
    /// After it: do not show, take away if shown.
    public var exp: EpochSeconds
    /// The plant was never watered: its `lastDate` is the day it was added.
    public var neverWatered: Bool?
    /// How many more plants the digest is about than fit.
    public var more: Int?
    /// ``BridgeStatus/Clock/unset``: the bridge does not know the time. Then `ts` is no date; the notification holds for `exp` − `ts`
    /// seconds from its arrival.
    public var clock: BridgeStatus.Clock?
    /// The buttons that this device shows, the most important first, where its `actions_max` is less than the category has; absent: all.
    public var actions: [ActionName]?
    /// A run is complete: what a tap opens; see ``DeepLink``.
    public var url: String?

    /// Declares the fields.
    public init(_ f: Fields<Self>) {
      f.version()
      id = f.required("id", \.id, .name())
      key = f.required("key", \.key, .name())
      rev = f.required("rev", \.rev, .ordinal)
      ts = f.required("ts", \.ts, .time)
      exp = f.required("exp", \.exp, .time)
      neverWatered = f.optional("never_watered", \.neverWatered, .flag)
      more = f.optional("more", \.more, .integer(0...10_000))
      clock = f.optional("clock", \.clock, .word)
      actions = f.optional("actions", \.actions, .list(of: .name(), 10))
      url = f.optional("url", \.url, .text(1...200))
      f.rule(.order("exp", .above, "ts", or: .badTime))
    }

    /// A notification's head.
    public init(
      id: MessageID, key: ReminderKey, rev: Int, ts: EpochSeconds, exp: EpochSeconds,
      neverWatered: Bool? = nil,
      more: Int? = nil, clock: BridgeStatus.Clock? = nil, actions: [ActionName]? = nil, url: String? = nil
    ) {
      self.id = id
      self.key = key
      self.rev = rev
      self.ts = ts
      self.exp = exp
      self.neverWatered = neverWatered
      self.more = more
      self.clock = clock
      self.actions = actions
      self.url = url
    }
  }

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    note = f.required("note", \.note, .part)
    aps = f.required("aps", \.aps, .part)
    plant = f.optional("plant", \.plant, .part)
    plants = f.optional("plants", \.plants, .list(of: .part, 64))
    control = f.optional("control", \.control, .part)
    water = f.optional("water", \.water, .part)
    let plain = [CategoryName.wateringOffer, .wateringReminder, .wateringDigest, .wateringDigestOffer].map(
      \.text)
    let digests = [CategoryName.wateringDigest, .wateringDigestOffer].map(\.text)
    let offers = [CategoryName.wateringOffer, .wateringDigestOffer].map(\.text)
    f.rule(.requires("plant", when: "aps/category", is: plain))
    f.rule(.requires("plants", when: "aps/category", is: digests))
    f.rule(.requires("water", when: "aps/category", is: offers))
    f.rule(.requires("control", when: "aps/category", is: [CategoryName.setpointAdjust.text]))
  }

  /// A notification.
  public init(
    aps: APS, note: Note, plant: PlantDates? = nil, plants: [PlantDates]? = nil, control: Slider? = nil,
    water: WaterQuestion? = nil
  ) {
    self.aps = aps
    self.note = note
    self.plant = plant
    self.plants = plants
    self.control = control
    self.water = water
  }
}
