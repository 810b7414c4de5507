package import GardenCore
package import MQTTTypes
package import PayloadJSON

/// Any valve or heater, told by the config alone.
///
/// `topic` is where the device reports; commands go to the template's `commandTopic`, or there too. In payloads `{value}` stands for a
/// setpoint in °C, `{seconds}` and `{minutes}` for a run time (whole, rounded down, at least 1). The report is the whole payload or the
/// value at `statePath`: for a valve one of two words (a JSON boolean is `true` or `false`) or comparisons (`>0`; then any other number is
/// closed), for a heater a number in °C.
package struct TemplateDriver: DeviceDriver {
  package let sources: [DeviceSource]
  package let hasDeviceTimer: Bool
  private let commandTopic: String
  private let isValve: Bool
  private let template: CommandTemplate
  private let open: FieldMatch
  /// `nil`: any other number.
  private let closed: FieldMatch?

  init(_ binding: ActuatorBinding) throws(BindingProblem) {
    guard let template = binding.template else { throw .needsTemplate("no payloads are given") }
    try Self.check(template, isValve: binding.isValve)
    sources = [DeviceSource(filter: try Topics.filter(binding.topic))]
    commandTopic = template.commandTopic ?? binding.topic
    _ = try Topics.exact(commandTopic)
    hasDeviceTimer = binding.isValve && template.closesByItself
    isValve = binding.isValve
    self.template = template
    open = FieldMatch(path: FieldPath([]), value: template.openWord)
    let isComplement = open.isComparison && template.closedWord == CommandTemplate().closedWord
    closed = isComplement ? nil : FieldMatch(path: FieldPath([]), value: template.closedWord)
  }

  private static func check(_ template: CommandTemplate, isValve: Bool) throws(BindingProblem) {
    guard isValve else {
      guard template.setpoint?.contains("{value}") == true else {
        throw .needsTemplate("setpoint must hold {value}")
      }
      return
    }
    guard let open = template.open, template.close != nil else {
      throw .needsTemplate("a valve needs open and close")
    }
    if template.closesByItself, !open.contains("{seconds}"), !open.contains("{minutes}") {
      throw .needsTemplate(
        "a device that closes by itself must be told when: open must hold {seconds} or {minutes}")
    }
    if template.openWord == template.closedWord {
      throw .needsTemplate("open and closed are reported with the same word")
    }
  }

  package func publications(for action: ActuatorCommand.Action) -> [MQTTPublication] {
    let text: String?
    switch action {
    case .open(let runs):
      text = isValve ? template.open.map { Self.fill($0, runs) } : nil
    case .close: text = isValve ? template.close : nil
    case .setpoint(let celsius):
      guard !isValve, let number = DecimalText.of(celsius) else { return [] }
      text = template.setpoint.map { Self.replace("{value}", in: $0, with: number) }
    }
    guard let text else { return [] }
    return [MQTTPublication(topic: commandTopic, payload: Array(text.utf8))]
  }

  private static func fill(_ text: String, _ runs: Duration) -> String {
    let seconds = replace("{seconds}", in: text, with: String(RunTime.seconds(runs)))
    return replace("{minutes}", in: seconds, with: String(RunTime.minutes(runs)))
  }

  private static func replace(_ mark: String, in text: String, with value: String) -> String {
    text.split(separator: mark, omittingEmptySubsequences: false).joined(separator: value)
  }

  package func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    if payload.isTooLarge {
      items.append(.refused(nil, .tooLarge))
    } else if template.statePath.steps.isEmpty {
      items.append(
        isValve
          ? valve([payload.root.map { FoundField(.json($0)) }, FoundField(.payload(payload))], context)
          : SetpointNumber.item(payload.number()))
    } else if let root = payload.root {
      guard let value = root.at(template.statePath) else { return }
      items.append(
        isValve ? valve([FoundField(.json(value))], context) : SetpointNumber.item(value.number))
    } else {
      items.append(.refused(nil, payload.byteCount == 0 ? .noValue : .malformed))
    }
  }

  /// A bare word and a JSON string of it are the same.
  private func valve(_ fields: [FoundField?], _ context: DecodeContext) -> DecodedItem {
    let isOpen = fields.contains { $0 != nil && open.holds($0) }
    let isClosed =
      closed.map { closed in fields.contains { $0 != nil && closed.holds($0) } }
      ?? (!isOpen && fields.contains { field in if case .value = field?.number { true } else { false } })
    guard isOpen != isClosed else { return .refused(nil, .malformed) }
    return .valve(ValveReport(isOpen: isOpen, wasRetained: context.wasRetained))
  }
}
