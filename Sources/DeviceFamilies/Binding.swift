package import GardenCore

/// How one configured sensor finds its values: what stands under `sensors:` in the config, checked.
package struct SensorBinding: Sendable, Hashable {
  package var sensor: SensorIndex
  package var family: Family
  /// The device's place in the family's topic scheme: base topic, prefix, or filter, as the family's file says.
  package var topic: String
  /// The message must carry these values, all of them: one topic may carry many devices.
  package var select: [FieldMatch]
  /// Where quantities are found when the family does not know it by itself, or the owner knows better.
  package var fields: [FieldMapping]
  /// Quantities that do not count, whatever the message says of them.
  package var excluded: Set<Quantity> = []
  /// Overrides the family's own availability topic.
  package var availability: AvailabilityBinding?
  /// The unit of temperatures whose message does not say it, or says it wrongly. `nil`: as the family says.
  package var temperatureUnit: TemperatureUnit?
  /// Which of a device's or gateway's sensors is meant, where the family has several. `nil`: its usual one.
  package var part: String? = nil
  /// Where the message says when it was measured. `nil`: as the family says.
  package var time: TimeMapping?

  package init(
    sensor: SensorIndex, family: Family, topic: String, select: [FieldMatch] = [],
    fields: [FieldMapping] = [], availability: AvailabilityBinding? = nil,
    temperatureUnit: TemperatureUnit? = nil, time: TimeMapping? = nil
  ) {
    self.sensor = sensor
    self.family = family
    self.topic = topic
    self.select = select
    self.fields = fields
    self.availability = availability
    self.temperatureUnit = temperatureUnit
    self.time = time
  }
}

package enum TemperatureUnit: String, Sendable, Hashable, CaseIterable { case celsius, fahrenheit }

/// Where a device says whether it is there, and its words for it.
package struct AvailabilityBinding: Sendable, Hashable {
  package var topic: String
  /// Where the word stands in a JSON message. Empty: the whole payload, or its `state`.
  package var path: FieldPath
  package var online: [String]
  package var offline: [String]
  package init(
    topic: String, path: FieldPath = FieldPath([]), online: [String] = ["online"],
    offline: [String] = ["offline"]
  ) {
    self.topic = topic
    self.path = path
    self.online = online
    self.offline = offline
  }
}
