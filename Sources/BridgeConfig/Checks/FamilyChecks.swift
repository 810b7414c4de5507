internal import DeviceFamilies
internal import GardenCore
internal import MQTTTypes

/// Asks each family whether it can do with its binding what the config says.
struct FamilyChecks {
  let roster: Roster
  let problems: Problems

  func run() {
    for i in roster.sensors.indices {
      let draft = roster.sensors[i]
      guard let binding = draft.binding, draft.isSound else { continue }
      let family = binding.family
      checkOptions(
        [.sensorPart, .select, .fields, .availability, .temperatureUnit, .time], of: family, draft.id,
        draft.positions)
      do throws(BindingProblem) {
        roster.sensors[i].filters = try family.makeSensor(binding).sources.map(\.filter)
      } catch {
        record(error, of: family, draft.id, draft.positions)
      }
    }
    let safety = SafetyChecks(roster, problems)
    for i in roster.valves.indices { checkValve(&roster.valves[i], safety) }
    for draft in roster.thermostats { _ = driver(draft) }
    for i in roster.heaters.indices {
      roster.complete(heater: i) { draft in
        guard let driver = driver(draft) else { return }
        safety.complete(&draft, driver)
      }
    }
  }

  private func checkValve(_ draft: inout ActuatorDraft, _ safety: SafetyChecks) {
    guard let driver = driver(draft) else { return }
    safety.complete(&draft, driver)
  }

  private func driver(_ draft: ActuatorDraft) -> (any DeviceDriver)? {
    guard let binding = draft.binding, draft.isSound else { return nil }
    let family = binding.family
    checkOptions([.part, .template, .commandTopic, .password], of: family, draft.id, draft.positions)
    do throws(BindingProblem) {
      return try family.makeDriver(binding)
    } catch {
      record(error, of: family, draft.id, draft.positions)
      return nil
    }
  }

  /// A key that the family does not look at would be a silent mistake.
  private func checkOptions(
    _ known: [Family.Option], of family: Family, _ id: Placed<String>, _ positions: [String: TextPosition]
  ) {
    let used = ["topic"] + known.filter(family.options.contains).flatMap(\.keys)
    for key in known.filter({ !family.options.contains($0) }).flatMap(\.keys) {
      guard let position = positions[key] else { continue }
      problems.error(
        at: position, "\(id.path): the family \(family.name) does not use '\(key)'",
        help: "it uses: \(used.joined(separator: ", "))")
    }
  }

  private func record(
    _ problem: BindingProblem, of family: Family, _ id: Placed<String>, _ positions: [String: TextPosition]
  ) {
    let place = problem.key.flatMap { positions[$0] } ?? id.position
    problems.error(at: place, "\(id.path): \(problem.description)", help: help(for: problem, family))
  }

  private func help(for problem: BindingProblem, _ family: Family) -> String? {
    switch problem {
    case .badPath, .otherOrigin: return "paths of \(family.name) begin with \(family.paths)"
    case .noSensors, .noActuators, .cannotDrive:
      let fitting = Families.all.filter {
        switch problem {
        case .noSensors: $0.hasSensors
        case .cannotDrive(_, isValve: false): $0.hasThermostats
        default: $0.hasValves
        }
      }
      return
        "families that have: \(fitting.filter { $0 != family }.map(\.name).joined(separator: ", "))"
    default: return nil
    }
  }
}

extension Family.Option {
  /// The keys in the config.
  var keys: [String] {
    switch self {
    case .select: ["select"]
    case .fields: ["fields"]
    case .availability: ["availability"]
    case .temperatureUnit: ["temperature_unit"]
    case .time: ["time"]
    case .part, .sensorPart: ["part"]
    case .template: ["template"]
    case .commandTopic: ["command_topic"]
    case .password: ["password_file", "password_env"]
    }
  }
}

extension BindingProblem {
  /// The key that the owner has to change, if it is one.
  var key: String? {
    switch self {
    case .badTopic, .wildcardTopic: "topic"
    case .needsField, .needsCalibration, .badCalibration, .wrongUnit, .badPath, .otherOrigin, .fieldTopic,
      .noNeighbours, .needsJSON:
      "fields"
    case .needsSelect, .uselessSelect: "select"
    case .needsTimeTopic: "time"
    case .needsPart, .badPart: "part"
    case .needsTemplate: "template"
    case .needsCommandTopic: "command_topic"
    case .needsPassword: "password_file"
    case .noSensors, .noActuators, .cannotDrive: "family"
    }
  }
}
