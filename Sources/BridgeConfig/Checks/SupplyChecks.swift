internal import GardenCore

/// Valves, their limits and their supplies, where they contradict each other.
struct SupplyChecks {
  let language: ConfigLanguage
  let problems: Problems

  func run() {
    checkSupplies()
    checkLengths()
    checkLitres()
  }

  private func checkSupplies() {
    var owner: [String: Placed<String>] = [:]
    var masters: [String: Placed<String>] = [:]
    for supply in language.supplies {
      for valve in supply.valves {
        if let first = owner[valve.value] {
          problems.error(
            at: valve.position, "the valve \(quoted(valve.value)) belongs to two supplies",
            help: "it is first named in \(problems.line(first.position))")
        }
        owner[valve.value] = valve
      }
      guard let master = supply.master else { continue }
      if let first = masters[master.value] {
        problems.error(
          at: master.position, "\(quoted(master.value)) is the master of two supplies",
          help: "put their valves into one supply; the first is in \(problems.line(first.position))")
      }
      masters[master.value] = master
    }
    for (name, master) in masters {
      checkManualOpening(name)
      if let valve = owner[name] {
        problems.error(
          at: max(master.position, valve.position),
          "\(quoted(name)) is both a master and a valve of a supply",
          help: "the master opens by itself with the valves of its supply")
      }
      let waters = language.plants.compactMap { $0.watering?.valve }.first { $0.value == name }
      if let waters {
        problems.error(
          at: max(master.position, waters.position),
          "\(waters.path): \(quoted(name)) is the master of a supply",
          help: "name the plant's own valve; the master opens with it")
      }
    }
  }

  private func checkManualOpening(_ master: String) {
    guard let valve = language.roster.valves.first(where: { $0.id.value == master }),
      let allowed = valve.manualOpening
    else { return }
    problems.error(
      at: allowed.position, "\(allowed.path): \(quoted(master)) is the master of a supply",
      help: "a master is closed whenever none of its valves needs it; delete the line")
  }

  /// Litres that nobody counts, or that the valve never gives.
  private func checkLitres() {
    for plant in language.plants {
      guard let watering = plant.watering, let name = watering.valve,
        let valve = language.roster.valves.first(where: { $0.id.value == name.value })
      else { continue }
      let wishes = [watering.litres, watering.litresMax].compactMap(\.self)
      if let safety = valve.safety, !safety.namesWaterMeter {
        for wish in wishes where valve.isSound {
          problems.error(
            at: wish.position,
            "\(wish.path) needs something that measures the water of the valve \(quoted(name.value))",
            help: "in \(problems.line(valve.id.position)), " + SafetyKeys.meterHelp)
        }
        continue
      }
      let limits: [(String, Double?)] = [
        ("run_litres", valve.plan.limits.runLitresMax), ("day_litres", valve.plan.limits.dayLitresMax),
      ]
      for (key, limit) in limits {
        guard let limit, let wish = watering.litres, wish.value > limit else { continue }
        problems.error(
          at: wish.position,
          "\(wish.path), \(Amount.text(wish.value)), is more than '\(key)' of the valve \(quoted(name.value)), "
            + Amount.text(limit),
          help: "lower it, or raise '\(key)' in \(problems.line(valve.id.position))")
      }
    }
  }

  /// Runs that could never begin.
  private func checkLengths() {
    for plant in language.plants {
      guard let watering = plant.watering, let name = watering.valve, let plan = watering.plan,
        let valve = language.roster.valves.first(where: { $0.id.value == name.value })
      else { continue }
      let limits: [(String, Duration?)] = [
        ("run_max", valve.plan.limits.runMax), ("day_max", valve.plan.limits.dayMax),
      ]
      for (key, limit) in limits {
        guard let limit, plan.duration > limit else { continue }
        problems.error(
          at: name.position,
          "plants.\(plant.id.value).watering: a run of \(DurationText.text(plan.duration)) is longer than "
            + "'\(key)' of the valve \(quoted(name.value)), \(DurationText.text(limit))",
          help: "shorten 'duration', or raise '\(key)' in \(problems.line(valve.id.position))")
      }
    }
  }
}
