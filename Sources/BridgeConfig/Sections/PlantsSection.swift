internal import GardenCore

/// One entry of `plants`.
struct PlantDraft {
  var id: Placed<String>
  var plan: PlantPlan
  var watering: WateringDraft?
  var waitsForRain: Placed<Bool>
  /// The file says how often: without a sensor, that is what its owner wants.
  var saysHowOften: Bool
  /// Its photo's file.
  var photo: String?

  init(_ id: Placed<String>, _ keys: Section, _ roster: Roster, _ surroundings: ConfigSurroundings) {
    self.id = id
    let name = keys.optional(
      "name", .text(), example: "Basil", help: "Name that people read. Without it: the key above.")
    let picture = keys.optional(
      "picture", .plantPicture(surroundings), example: "herb",
      help:
        "How pages draw it: \(PlantKind.drawn.map(\.rawValue).joined(separator: ", ")); or a photo's file that `loam web` can read (JPEG, PNG, WebP, AVIF; 4 MiB at most). Without it: by its name."
    )
    if case .photo(let file) = picture?.value { photo = file }
    let shares = SharesKeys.read(
      keys, roster, counting: [.moisture, .temperature, .light, .conductivity],
      help: "Its probe or probes: a name, or a mapping with weight and quantities, or a list of them."
    ).shares
    let probes = shares.count { $0.quantities.contains(.moisture) }
    let quorum = Self.quorum(keys, probes: probes)
    let (moisture, dry) = Self.moisture(keys)
    let slider = Self.slider(keys, dry)
    let bands = Bands(keys)
    let every = keys.value(
      "water_every", .duration(.hours(1)...(.days(365))), default: .days(7),
      help: "How often it is watered where no probe can be used; the next date follows from it.")
    saysHowOften = every.isWritten
    let soak = keys.value(
      "soak_time", .duration(.minutes(1)...(.days(2))), default: .hours(2),
      help: "Water reaches the probe within this time; a rise by then confirms that somebody watered.")
    let rise = keys.value(
      "rise_that_confirms", .percent(0.5...50), default: 4, help: "Points of moisture that count as water.")
    let thirst = keys.optional(
      "thirst", .words("a thirst", PlantThirst.allCases.map { (word: $0.rawValue, value: $0) }),
      example: "high",
      help:
        "How moist it wants its soil. It sets nothing: with it `loam explain` proposes a dry_below, as soon as the probe has seen water drain and the soil dry."
    )
    waitsForRain = keys.value(
      "waits_for_rain", .flag, default: false,
      help: "Whether it stands where rain reaches it, so that the forecast under 'rain' may delay its water.")
    watering = keys.optionalSection(
      "watering", help: "The valve that waters it, if there is one."
    ) {
      WateringDraft($0, roster, dryBelow: dry.value, hasProbe: probes > 0)
    }
    plan = PlantPlan(
      id: id.value, name: name?.value ?? id.value, shares: shares, quorum: probes == 0 ? 0 : quorum,
      moisture: moisture, dryLine: dry.line, dryRange: slider.range, dryStep: slider.step,
      temperature: bands.temperature, light: bands.light, conductivity: bands.conductivity,
      wateringInterval: every.value, soakTime: soak.value, riseThatConfirms: rise.value,
      watering: watering?.plan, kind: picture?.value.kind)
    plan.waitsForRain = waitsForRain.value
    plan.thirst = thirst?.value
  }

  private static func quorum(_ keys: Section, probes: Int) -> Int {
    let quorum = keys.value(
      "quorum", .integer(1...64, "a number of probes"), default: 1,
      help: "With fewer usable moisture probes than this, moisture is unknown.")
    if quorum.isWritten, quorum.value > probes {
      keys.problems.error(
        at: quorum.position,
        "\(quorum.path) is \(quorum.value), but the number of its moisture probes is \(probes)")
    }
    return quorum.value
  }

  private static func slider(
    _ keys: Section, _ dry: Placed<Double>
  ) -> (range: ClosedRange<Double>, step: Double) {
    let slider = SliderKeys.moisture(keys)
    if !(slider.range ~= dry.value) {
      let (low, high) = (Amount.text(slider.range.lowerBound), Amount.text(slider.range.upperBound))
      keys.problems.error(
        at: dry.isWritten ? dry.position : slider.position,
        "\(dry.path) is \(Amount.text(dry.value))%, outside its slider (\(low)% to \(high)%)",
        help: "change the limit, or the plant's 'slider'")
    }
    return (slider.range, slider.step)
  }

  private static func moisture(_ keys: Section) -> (BandPlan, Placed<Double>) {
    let dry = keys.value(
      "dry_below", .percent(0...100), default: 30,
      help: "Somebody is reminded to water when the soil is drier than this.")
    let wet = keys.optional(
      "wet_above", .percent(0...100), example: "85%",
      help: "Somebody is told when the soil is wetter than this.")
    let deadband = keys.value(
      "deadband", .percent(0...50), default: 5,
      help: "The plant is well again when it is this far above the dry limit, or below the wet one.")
    let dwell = keys.value(
      "dwell", .duration(.seconds(0)...(.days(7))), default: .minutes(10),
      help: "Dry or wet counts once it has held this long.")
    if let wet, wet.value <= dry.value {
      keys.problems.error(
        at: wet.position, "\(wet.path) must be more than dry_below (\(Amount.text(dry.value))%)")
    } else if dry.value + deadband.value > (wet?.value ?? 101) - (wet == nil ? 1 : deadband.value) {
      keys.problems.error(
        at: deadband.isWritten ? deadband.position : wet?.position ?? dry.position,
        "\(keys.place): the deadband of \(Amount.text(deadband.value))% leaves no room above dry_below",
        help:
          "the soil must be able to be fine: more than dry_below + deadband, less than wet_above - deadband")
    }
    return (BandPlan(below: dry.value, above: wet?.value, deadband: deadband.value, dwell: dwell.value), dry)
  }

  private struct Bands {
    var temperature: BandPlan
    var light: BandPlan?
    var conductivity: BandPlan?

    init(_ keys: Section) {
      temperature =
        keys.optionalSection(
          "temperature", help: "Limits of the temperature at the plant.", read: BandKeys.temperature)
        ?? BandPlan(deadband: 1, dwell: .minutes(10))
      light = keys.optionalSection("light", help: "Limits of the light at the plant.", read: BandKeys.light)
      conductivity = keys.optionalSection(
        "conductivity", help: "Limits of the soil's conductivity, a sign of its nutrients.",
        read: BandKeys.conductivity)
    }
  }
}
