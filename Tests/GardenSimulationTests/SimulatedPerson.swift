import GardenCore
@testable import GardenSimulation

/// Someone with a phone, by seed: answers after a while, ignores, answers twice or far too late, says "done" without
/// watering, moves sliders, and waters by valve now and then.
struct SimulatedPerson: Sendable, Hashable {
  /// Chances of each reaction to a reminder; what is left of 1 is "done and watered".
  struct Temper: Sendable, Hashable {
    var ignores = 0.15
    var later = 0.15
    var tomorrow = 0.1
    var dismisses = 0.05
    var lies = 0.08
    /// The app sends the same answer again (same id).
    var repeats = 0.15
    /// The answer is given days later from a lock screen that was never cleaned.
    var isLate = 0.04
    /// Sliders moved and valves opened, per day.
    var fidgetsPerDay = 0.3
    init() {}
  }

  /// What a person does at a moment.
  enum Action: Sendable, Hashable {
    case send(Command)
    /// Carries a can to the plant.
    case pour(PlantID, litres: Double)
  }

  /// A value that the person may move.
  struct Slider: Sendable, Hashable {
    var id: ControlID
    var unit: String
    var range: ClosedRange<Double>
    var step: Double
    init(id: ControlID, unit: String, range: ClosedRange<Double>, step: Double) {
      self.id = id
      self.unit = unit
      self.range = range
      self.step = step
    }
  }

  private struct Intention: Sendable, Hashable {
    var at: Timestamp
    var action: Action
  }

  let devices: [DeviceID]
  let temper: Temper
  /// How many of each answer were given, by `Answer.rawValue`.
  private(set) var answersGiven: [Int] = Array(repeating: 0, count: Answer.allCases.count)
  private var intentions: [Intention] = []
  private var seen: Set<UniqueID> = []
  private var nextFidgetAt: Timestamp
  private var random: SplitMix64
  private let sliders: [Slider]
  private let wateredByValve: [PlantID]

  /// `sliders` and `wateredByValve`: what the person fidgets with.
  init(
    devices: [DeviceID], temper: Temper = Temper(), sliders: [Slider] = [],
    wateredByValve: [PlantID] = [], seed: UInt64, at now: Timestamp
  ) {
    self.devices = devices
    self.temper = temper
    self.sliders = sliders
    self.wateredByValve = wateredByValve
    random = SplitMix64(seed: seed)
    nextFidgetAt = now + .hours(12)
  }

  /// The phone rang. The plants of a digest are answered one by one.
  mutating func see(_ notice: Notice, at now: Timestamp) {
    guard !devices.isEmpty, notice.devices.contains(where: devices.contains) else { return }
    guard seen.insert(notice.id).inserted else { return }
    if seen.count > 4096 { seen.removeAll() }
    switch notice.subject {
    case .water(let thirst): react(to: thirst.plant.id, note: notice.id, at: now)
    case .digest(let plants): for thirst in plants { react(to: thirst.plant.id, note: notice.id, at: now) }
    default: break
    }
  }

  /// What is done up to `now`, in order.
  mutating func commands(until now: Timestamp) -> [(at: Timestamp, action: Action)] {
    while temper.fidgetsPerDay > 0, nextFidgetAt <= now { fidget() }
    guard intentions.contains(where: { $0.at <= now }) else { return [] }
    let due = intentions.filter { $0.at <= now }.sorted { $0.at < $1.at }
    intentions.removeAll { $0.at <= now }
    return due.map { ($0.at, $0.action) }
  }

  private mutating func react(to plant: PlantID, note: UniqueID, at now: Timestamp) {
    let chance = random.unit()
    var delay = Duration.seconds(20 + Int(random.unit() * 5400))
    if random.unit() < temper.isLate { delay = .hours(30 + Int(random.unit() * 200)) }
    let at = now + delay
    var bound = temper.ignores
    if chance < bound { return }
    for (share, answer) in [
      (temper.later, Answer.later), (temper.tomorrow, .tomorrow), (temper.dismisses, .dismissed),
      (temper.lies, .done),
    ] {
      bound += share
      if chance < bound { return answerNow(answer, plant: plant, note: note, at: at) }
    }
    intentions.append(Intention(at: at, action: .pour(plant, litres: 0.6 + random.unit())))
    answerNow(.done, plant: plant, note: note, at: at + .seconds(30))
  }

  private mutating func answerNow(_ answer: Answer, plant: PlantID, note: UniqueID, at: Timestamp) {
    answersGiven[Int(answer.rawValue)] += 1
    let head = head(at: at)
    let command = Command.answer(head, plant: plant, note: note, answer)
    intentions.append(Intention(at: at, action: .send(command)))
    if random.unit() < temper.repeats {
      intentions.append(Intention(at: at + .seconds(5 + Int(random.unit() * 600)), action: .send(command)))
    }
  }

  private mutating func fidget() {
    let at = nextFidgetAt
    nextFidgetAt = at + .seconds(Int(86_400 / temper.fidgetsPerDay * (0.3 + 1.4 * random.unit())))
    let isWatering = random.unit() < 0.5 && !wateredByValve.isEmpty
    if isWatering {
      let plant = wateredByValve[Int(random.next() % UInt64(wateredByValve.count))]
      let seconds = 60 + Int(random.unit() * 1200)
      intentions.append(
        Intention(at: at, action: .send(.water(head(at: at), plant: plant, duration: .seconds(seconds)))))
      guard random.unit() < 0.3 else { return }
      let end = at + .seconds(30 + Int(random.unit() * 300))
      intentions.append(Intention(at: end, action: .send(.stop(head(at: end), plant: plant))))
    } else if !sliders.isEmpty {
      let slider = sliders[Int(random.next() % UInt64(sliders.count))]
      intentions.append(Intention(at: at, action: .send(move(slider, at: at))))
    }
  }

  /// Mostly a value of the grid; now and then one beyond the end, in a wrong unit, or between two steps.
  private mutating func move(_ slider: Slider, at: Timestamp) -> Command {
    let steps = ((slider.range.upperBound - slider.range.lowerBound) / slider.step).rounded(.down)
    var value = slider.range.lowerBound + (random.unit() * steps).rounded() * slider.step
    var unit = slider.unit
    switch random.next() % 10 {
    case 0: value = slider.range.upperBound + slider.step
    case 1: unit = "furlong"
    case 2: value += slider.step * 0.37
    default: break
    }
    return .move(head(at: at), control: slider.id, value: value, unit: unit, base: nil)
  }

  private mutating func head(at: Timestamp) -> CommandHead {
    let device = devices[Int(random.next() % UInt64(devices.count))]
    return CommandHead(id: UniqueID(at: at, random: &random), device: device, at: at)
  }
}
