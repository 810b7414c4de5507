/// The configs of the scenes, as a person writes them.
enum Gardens {
  private static let basilProbe = """
    basil-probe:
        family: json
        topic: garden/basil
        availability: {topic: garden/basil/link}
        fields:
          moisture: {path: soil, unit: percent}
          battery: [{path: battery, unit: percent}, {path: flat, low: 'true'}]
    """

  static let basil = """
    sensors:
      \(basilProbe)
    plants:
      basil: {name: Basil, sensors: basil-probe, dry_below: 30%}
    """

  /// A comparator at a pin: one message when the soil changes.
  static let digital = """
    sensors:
      herb-probe: {family: plain, topic: garden/herb, fields: {moisture: {words: {dry: 10, wet: 60}}}}
    plants:
      herb: {name: Herb, sensors: herb-probe, dry_below: 30%}
    """

  static let three = """
    sensors:
      \(basilProbe)
      fern-probe: {family: json, topic: garden/fern, fields: {moisture: {path: m, unit: percent}}}
    plants:
      basil: {name: Basil, sensors: basil-probe, dry_below: 30%}
      fern: {name: Boston fern, sensors: fern-probe, dry_below: 40%}
      cactus: {name: Cactus, water_every: 1d}
    reminders: {digest_window: 15min}
    """

  /// Basil, and two that dry on their own.
  static let probed = """
    sensors:
      \(basilProbe)
      fern-probe: {family: json, topic: garden/fern, fields: {moisture: {path: m, unit: percent}}}
      mint-probe: {family: json, topic: garden/mint, fields: {moisture: {path: m, unit: percent}}}
    plants:
      basil: {name: Basil, sensors: basil-probe, dry_below: 30%}
      fern: {name: Boston fern, sensors: fern-probe, dry_below: 40%}
      mint: {name: Mint, sensors: mint-probe, dry_below: 40%}
    """

  static let six = """
    plants:
      a: {name: Aloe, water_every: 1d}
      b: {name: Basil, water_every: 1d}
      c: {name: Cactus, water_every: 1d}
      d: {name: Dill, water_every: 1d}
      e: {name: Fern, water_every: 1d}
      f: {name: Mint, water_every: 1d}
    """

  static let cactus = """
    plants:
      cactus: {name: Cactus, water_every: 21d}
    """

  /// Every limit that a plant can have.
  static let limits = """
    sensors:
      probe:
        family: json
        topic: garden/fern
        fields:
          moisture: {path: m, unit: percent}
          temperature: {path: t, unit: C}
          light: {path: l}
          conductivity: {path: c}
    plants:
      fern:
        name: Boston fern
        sensors: probe
        dry_below: 30%
        wet_above: 85%
        temperature: {below: 12°C, above: 30°C}
        light: {below: 2000lx, above: 60000lx}
        conductivity: {below: 350µS/cm, above: 2000µS/cm}
    """

  static let two = """
    sensors:
      fern-probe: {family: json, topic: garden/fern, fields: {moisture: {path: m, unit: percent}}, name: Pot by the window}
      fern-second-probe: {family: json, topic: garden/fern-2, fields: {moisture: {path: m, unit: percent}}}
    plants:
      fern: {name: Boston fern, sensors: [fern-probe, fern-second-probe], dry_below: 30%}
    """

  static let greenhouse = """
    sensors:
      air: {family: json, topic: garden/air, fields: {temperature: {path: t, unit: C}}}
    thermostats:
      trv: {family: zigbee2mqtt, topic: zigbee2mqtt/trv, part: occupied_heating_setpoint, name: Radiator}
    places:
      greenhouse:
        name: Greenhouse
        sensors: air
        temperature: {below: 12°C, above: 28°C}
        thermostat: trv
    """

  static let heater = """
    sensors:
      air: {family: json, topic: garden/air, fields: {temperature: {path: t, unit: C}}}
    heaters:
      frost-guard:
        name: Frost guard
        family: template
        topic: garden/frost/state
        template: {command_topic: garden/frost/set, open: 'ON {seconds}', close: 'OFF', closes_by_itself: true, open_word: 'ON', closed_word: 'OFF'}
        sensors: air
        setpoint: 6°C
    places:
      greenhouse:
        name: Greenhouse
        sensors: air
        temperature: {below: 1°C, above: 40°C}
    """

  /// A valve with the meter of its pipe.
  static let bed = """
    sensors:
      \(basilProbe)
      meter: {family: json, topic: garden/meter, fields: {volume: {path: total, unit: l}, flow: {path: rate, unit: l/min}}}
    valves:
      bed:
        name: Bed valve
        family: template
        topic: garden/bed/state
        template: {command_topic: garden/bed/set, open: 'OPEN {seconds}', close: CLOSE, open_word: OPEN, closed_word: CLOSED}
        no_device_timer: accepted
        flow_meter: meter
    plants:
      basil:
        name: Basil
        sensors: basil-probe
        dry_below: 30%
        watering: {valve: bed, duration: 10min, duration_max: 30min, litres_max: 20}
    """

  /// A valve that tells of water and leaks by itself.
  static let sonoff = """
    sensors:
      \(basilProbe)
    valves:
      drip: {name: Drip line, family: zigbee2mqtt, topic: zigbee2mqtt/drip, part: SWV}
    plants:
      basil:
        name: Basil
        sensors: basil-probe
        dry_below: 30%
        watering: {valve: drip, duration: 10min, duration_max: 30min}
    """
}
