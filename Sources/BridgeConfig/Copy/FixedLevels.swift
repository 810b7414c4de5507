internal import DeviceFamilies
internal import MQTTTypes

extension BridgeSettings {
  /// Levels of topics that a family itself puts there or looks for: under another word its devices would not be heard.
  package var fixedLevels: Set<String> {
    // A family's own name tells nobody's.
    var fixed = Set(Families.all.map(\.name))
    for binding in sensors {
      let filters = { (swap: (String) -> String) -> [String]? in
        (try? Families.makeSensor(binding.swapping(swap)))?.sources.map(\.filter.text)
      }
      fixed.formUnion(Self.fixed(filters, binding.topic))
    }
    for binding in actuators {
      let filters = { (swap: (String) -> String) -> [String]? in
        (try? Families.makeDriver(binding.swapping(swap)))?.sources.map(\.filter.text)
      }
      fixed.formUnion(Self.fixed(filters, binding.topic))
    }
    return fixed
  }

  /// The owner's levels are those that come through under any word.
  private static func fixed(_ filters: ((String) -> String) -> [String]?, _ topic: String) -> Set<String> {
    guard let own = filters({ $0 }) else { return [] }
    let levels = Set((own + [topic]).flatMap { $0.split(separator: "/").map(String.init) })
    return levels.filter { level in
      let swap = { (topic: String) -> String in
        topic.split(separator: "/", omittingEmptySubsequences: false)
          .map { $0 == level ? "another-level" : String($0) }.joined(separator: "/")
      }
      return filters(swap) != own.map(swap)
    }
  }
}

extension SensorBinding {
  fileprivate func swapping(_ swap: (String) -> String) -> Self {
    var binding = self
    binding.topic = swap(topic)
    for i in fields.indices { binding.fields[i].rules?.topic = fields[i].rules?.topic.map(swap) }
    binding.availability?.topic = availability.map { swap($0.topic) } ?? ""
    binding.time?.topic = time?.topic.map(swap)
    return binding
  }
}

extension ActuatorBinding {
  fileprivate func swapping(_ swap: (String) -> String) -> Self {
    var binding = self
    binding.topic = swap(topic)
    binding.commandTopic = commandTopic.map(swap)
    binding.template?.commandTopic = template?.commandTopic.map(swap)
    for i in reports.indices { binding.reports[i].topic = reports[i].topic.map(swap) }
    return binding
  }
}
