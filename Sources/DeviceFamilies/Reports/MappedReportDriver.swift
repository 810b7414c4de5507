import GardenCore
import MQTTTypes
import PayloadJSON

/// A valve whose reports mean what the owner says; it is driven as its family drives it.
struct MappedReportDriver: DeviceDriver {
  private var family: any DeviceDriver
  private let readers: [ReportReader]
  /// For each source the readers of its messages.
  private let readersOfSource: [[Int]]
  let sources: [DeviceSource]
  private let familySources: Int
  private let namesState: Bool
  private let canMeasure: Bool

  init(_ family: any DeviceDriver, _ binding: ActuatorBinding) throws(BindingProblem) {
    self.family = family
    familySources = family.sources.count
    var sources = family.sources
    var readersOfSource: [[Int]] = Array(repeating: [], count: sources.count)
    var readers: [ReportReader] = []
    for mapping in binding.reports {
      let filter = try Topics.filter(mapping.topic ?? binding.topic)
      if let known = sources.firstIndex(where: { $0.filter == filter }) {
        readersOfSource[known].append(readers.count)
      } else {
        sources.append(DeviceSource(filter: filter))
        readersOfSource.append([readers.count])
      }
      readers.append(try ReportReader(mapping))
    }
    self.sources = sources
    self.readers = readers
    self.readersOfSource = readersOfSource
    namesState = binding.reports.contains(where: \.namesState)
    canMeasure = binding.reports.contains { !$0.amounts.isEmpty }
  }

  var question: MQTTPublication? { family.question }
  var hasDeviceTimer: Bool { family.hasDeviceTimer }
  var timerMax: Duration? { family.timerMax }
  var canReportFlow: Bool { canMeasure || family.canReportFlow }
  var hearsRarely: Bool { family.hearsRarely }

  func publications(for action: ActuatorCommand.Action) -> [MQTTPublication] {
    family.publications(for: action)
  }

  func publications(for action: ActuatorCommand.Action, at time: Timestamp) -> [MQTTPublication] {
    family.publications(for: action, at: time)
  }

  mutating func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    let first = items.count
    if source < familySources { family.decode(payload, source: source, context: context, into: &items) }
    guard sources.indices.contains(source) else { return }
    let own = readersOfSource[source]
    let silent = ValveReport(wasRetained: context.wasRetained)
    var report = silent
    var unread: Refusal?
    for i in items.indices.reversed() where i >= first {
      switch items[i] {
      case .valve(var said):
        if namesState { said.isOpen = nil }
        report = said
        items.remove(at: i)
      // What the family cannot read may be read here.
      case .refused(nil, let refusal) where refusal != .tooLarge && !own.isEmpty:
        unread = refusal
        items.remove(at: i)
      default: break
      }
    }
    if payload.isTooLarge, source >= familySources { items.append(.refused(nil, .tooLarge)) }
    if !payload.isTooLarge, payload.byteCount > 0 {
      let document = payload.root.flatMap { [.object, .array].contains($0.kind) ? $0 : nil }
      let root = document.map { FieldRoot.json($0) } ?? .text(payload)
      for i in own { readers[i].read(root, into: &report, &items) }
    }
    if report != silent {
      items.append(.valve(report))
    } else if let unread, payload.root == nil {
      items.append(.refused(nil, unread))
    }
  }
}

/// Reads what one ``ReportMapping`` says.
private struct ReportReader: Sendable {
  private let mapping: ReportMapping
  private let amounts: MappedFields

  init(_ mapping: ReportMapping) throws(BindingProblem) {
    self.mapping = mapping
    amounts = try MappedFields(mapping.amounts)
  }

  func read(_ root: FieldRoot, into report: inout ValveReport, _ items: inout [DecodedItem]) {
    if let isOpen = isOpen(root) { report.isOpen = isOpen }
    if let isShort = Self.flag(mapping.isShortOfWater, root) { report.isShortOfWater = isShort }
    if let isLeaking = Self.flag(mapping.isLeaking, root) { report.isLeaking = isLeaking }
    if let remaining = mapping.remaining,
      case .value(let number, unit: nil)? = root.field(at: remaining.path)?.number,
      number >= 0
    {
      let seconds = min(number * Double(remaining.unit.milliseconds) / 1000, Self.longest)
      report.remaining = .milliseconds(Int64(seconds * 1000))
    }
    guard !mapping.amounts.isEmpty else { return }
    var found: [DecodedItem] = []
    amounts.decode(root, MappedFields.Facts(), into: &found)
    for item in found {
      switch item {
      case .value(let quantity, let amount, _, _, _):
        guard JSONValue.amounts.contains(amount) else { continue }
        if quantity == .flow { report.litresPerMinute = amount } else { report.litres = amount }
      case .refused(_?, let refusal): items.append(.refused(nil, refusal))
      default: break
      }
    }
  }

  /// A day and more is no run, seconds.
  private static let longest = 200_000.0

  private func isOpen(_ root: FieldRoot) -> Bool? {
    if Self.flag(mapping.closed, root) == true { return false }
    let opens = Self.flag(mapping.open, root)
    if opens == true { return true }
    if mapping.open.isEmpty { return Self.flag(mapping.closed, root).map { _ in true } }
    return mapping.closed.isEmpty ? opens : nil
  }

  /// Whether one holds; `nil`: nothing stands at any of the paths.
  private static func flag(_ conditions: [FieldMatch], _ root: FieldRoot) -> Bool? {
    var isThere = false
    for condition in conditions {
      guard let found = root.field(at: condition.path), !found.isNull, found.isReadable else { continue }
      if condition.holds(found) { return true }
      isThere = true
    }
    return isThere ? false : nil
  }
}
