internal import GardenCore
internal import LoamKit

/// `/api/v1/gardens` of `loam web --fleet`: every garden, what is wrong first.
struct GardensDocument: DocumentPart {
  /// Now.
  var ts: EpochSeconds
  /// The gravest first, then by name.
  var gardens: [Garden]

  struct Garden: DocumentPart {
    /// The name of its config's file; its page is below `garden/<name>/`.
    var name: String
    /// As its people call it.
    var title: String
    /// What is wrong, the gravest first.
    var troubles: [Trouble]
    /// Why its bridge is not heard, in English.
    var reason: String?
    /// In its config.
    var plants: Int
    /// Of them below their limit.
    var dry: Int
    /// Of them without a reading that counts.
    var unknown: Int
    /// Of them with an open reminder.
    var asked: Int
    /// Of them being watered.
    var watered: Int
    /// The earliest next watering.
    var nextWatering: EpochSeconds?
  }

  /// In the order of their gravity.
  enum Trouble: String, OpenChoice, CaseIterable {
    /// The broker is not reached.
    case noBroker = "no_broker"
    /// The bridge has never been heard there.
    case unheard
    /// The bridge says that it has ended, or the broker that it is gone.
    case offline
    /// The bridge has been silent for three minutes.
    case silent
    /// The broker refuses the bridge a subscription.
    case refused
    /// Another bridge is heard in its place.
    case rival
    /// Something that must survive a restart is not on the disk.
    case store
    /// The bridge does not know the time.
    case clock
    /// Plants are dry.
    case dry
    /// Sensors are silent.
    case sensors
    /// What an unknown word is read as.
    static var unknownWord: Self { .silent }
  }
}

extension GardensDocument {
  init(_ f: Fields<Self>) {
    ts = f.required("ts", \.ts, .time)
    gardens = f.required("gardens", \.gardens, .list(of: .part, 10_000))
  }

  init(_ gardens: [Garden], at seconds: Int64) {
    ts = EpochSeconds(clamping: seconds)
    self.gardens = gardens.sorted { ($0.gravity, -$0.dry, $0.title) < ($1.gravity, -$1.dry, $1.title) }
  }
}

extension GardensDocument.Garden {
  init(_ f: Fields<Self>) {
    name = f.required("name", \.name, .string)
    title = f.required("title", \.title, .string)
    troubles = f.required("troubles", \.troubles, .list(of: .word, 16))
    reason = f.optional("reason", \.reason, .string)
    plants = f.required("plants", \.plants, .count)
    dry = f.required("dry", \.dry, .count)
    unknown = f.required("unknown", \.unknown, .count)
    asked = f.required("asked", \.asked, .count)
    watered = f.required("watered", \.watered, .count)
    nextWatering = f.optional("next_watering", \.nextWatering, .time)
  }

  /// - Parameters:
  ///   - name: of its config's file.
  ///   - title: as its people call it.
  init(
    _ name: String, _ title: String, _ plan: GardenPlan, _ snapshot: BridgeSnapshot,
    _ silence: BridgeSnapshot.Silence?
  ) {
    let states = plan.plants.compactMap { snapshot.plants[$0.id] }
    func count(_ holds: (LoamKit.PlantState) -> Bool) -> Int {
      silence == nil ? states.count(where: holds) : 0
    }
    self.name = name
    self.title = title
    reason = silence?.text
    plants = plan.plants.count
    dry = count { $0.s == .dry }
    unknown = silence == nil ? plants - count { $0.s != .unknown } : 0
    asked = count { $0.f?.contains("r") ?? false }
    watered = count { $0.f?.contains("w") ?? false }
    nextWatering = silence == nil ? states.compactMap(\.x).min() : nil
    let isDry = dry > 0
    troubles = GardensDocument.Trouble.allCases.filter { trouble in
      trouble == .dry ? isDry : Self.has(trouble, snapshot, silence)
    }
  }

  private static func has(
    _ trouble: GardensDocument.Trouble, _ snapshot: BridgeSnapshot, _ silence: BridgeSnapshot.Silence?
  ) -> Bool {
    // What a silent bridge once said would look as if it were so now.
    func gauge(_ figure: BridgeGauge) -> Double? {
      silence == nil ? snapshot.counters?.gauges[figure.rawValue] : nil
    }
    return switch (trouble, silence) {
    case (.noBroker, .noBroker), (.unheard, .unheard), (.offline, .offline), (.refused, .refused): true
    case (.silent, .old), (.silent, .silent): true
    case (.rival, _): gauge(.otherBridge) == 1
    case (.store, _): gauge(.storeDurable) == 0
    case (.clock, _): silence == nil && snapshot.status?.clock == .unset
    case (.sensors, _): gauge(.sensorsSilent).map { $0 > 0 } ?? false
    default: false
    }
  }

  fileprivate var gravity: Int {
    troubles.first.flatMap { GardensDocument.Trouble.allCases.firstIndex(of: $0) } ?? .max
  }
}

/// `/healthz` of `loam web --fleet`.
struct FleetHealthDocument: DocumentPart {
  /// Every broker is reached: what is wrong with a garden, the list says.
  var ok: Bool
  /// Gardens that are served.
  var gardens: Int
  /// Of them those whose bridge is heard.
  var live: Int
}

extension FleetHealthDocument {
  init(_ f: Fields<Self>) {
    ok = f.required("ok", \.ok, .flag)
    gardens = f.required("gardens", \.gardens, .count)
    live = f.required("live", \.live, .count)
  }

  init(_ list: GardensDocument) {
    ok = !list.gardens.contains { $0.troubles.contains(.noBroker) }
    gardens = list.gardens.count
    live = list.gardens.count { $0.reason == nil }
  }
}
