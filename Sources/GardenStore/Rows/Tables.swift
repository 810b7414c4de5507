import GardenCore
import MQTTTypes
import SQLite
import StoreTypes

/// The tables of what must survive, each column once.
enum Tables {
  private static let never = Timestamp(milliseconds: 0)
  private static let start = Uptime(milliseconds: 0)
  private static let nobody = UniqueID(high: 0, low: 0)

  static let reminders = EntityTable(
    "reminder",
    blank: ReminderMemory(
      key: "", kind: .water, subject: "", state: .due, note: nobody, revision: 0, dueSince: never,
      wakeAt: never),
    [
      .init("key", \.key), .init("kind", \.kind), .init("subject", \.subject), .init("quantity", \.quantity),
      .init("state", \.state), .init("note", \.note), .init("revision", \.revision),
      .init("due_since", \.dueSince),
      .init("sent_at", \.sentAt), .init("wake_at", \.wakeAt), .init("repeats", \.repeats),
      .init("snoozed_by", \.snoozedBy), .init("devices", \.devices), .init("digest", \.digest),
      .init("trouble", \.trouble),
    ])

  static let controls = EntityTable(
    "control", blank: ControlMemory(id: "", value: 0, revision: 0, overrode: nil, changedAt: never, by: nil),
    [
      .init("id", \.id), .init("value", \.value), .init("revision", \.revision),
      .init("overrode", \.overrode),
      .init("changed_at", \.changedAt), .init("by", \.by), .init("is_reported", \.isReported),
      .init("asked", of: \.asked, \.value, blank: ControlMemory.Asked(value: 0, by: "", at: never)),
      .init("asked_by", of: \.asked, \.by), .init("asked_at", of: \.asked, \.at),
    ])

  static let leases = EntityTable(
    "lease",
    blank: LeaseMemory(
      id: nobody, actuator: "", plant: "", reason: .person, openedAt: never, opened: start,
      boot: BootID(nobody),
      endsAt: never, ends: start, lastUpdateAt: never, left: .zero),
    [
      .init("id", \.id), .init("actuator", \.actuator), .init("plant", \.plant), .init("reason", \.reason),
      .init("by", \.by), .init("opened_at", \.openedAt), .init("opened_uptime", \.opened),
      .init("boot", \.boot),
      .init("ends_at", \.endsAt), .init("ends_uptime", \.ends), .init("phase", \.phase), .init("end", \.end),
      .init("ended_by", \.endedBy), .init("sequence", \.sequence), .init("progress", \.progress),
      .init("last_update_at", \.lastUpdateAt), .init("devices", \.devices), .init("hidden_on", \.hiddenOn),
      .init(
        "renewal", of: \.renewal, \.id, blank: ActivityRenewal(id: nobody, startedAt: never, started: start)),
      .init("renewal_started_at", of: \.renewal, \.startedAt),
      .init("renewal_started_uptime", of: \.renewal, \.started), .init("interruption", \.interruption),
      .init("time_left", \.left), .init("was_open", \.wasOpen), .init("trouble", \.trouble),
      .init("activity_ended_at", \.activityEndedAt), .init("moisture_at_start", \.moistureAtStart),
      .init("until_moisture", \.untilMoisture), .init("until_litres", \.untilLitres),
      .init("litres", \.litres),
      .init("counter", \.counter), .init("evidence", \.evidence), .init("interlock", \.interlock),
      .init("until", \.until), .init("has_crossed_boots", \.hasCrossedBoots),
    ])

  static let heaters = EntityTable(
    "heater",
    blank: HeaterMemory(
      id: "", phase: .off, boot: BootID(nobody), onAt: never, on: start, endsAt: never, ends: start),
    [
      .init("id", \.id), .init("phase", \.phase), .init("lease", \.lease), .init("boot", \.boot),
      .init("on_at", \.onAt), .init("on_uptime", \.on), .init("ends_at", \.endsAt),
      .init("ends_uptime", \.ends),
      .init("end", \.end), .init("trouble", \.trouble),
    ])

  static let fallbacks = EntityTable(
    "fallback", blank: FallbackMemory(actuator: "", value: 0, since: never),
    [.init("actuator", \.actuator), .init("value", \.value), .init("since", \.since)])

  static let countdowns = EntityTable(
    "countdown",
    blank: CountdownMemory(
      id: nobody, plant: nil, by: "", boot: BootID(nobody), endsAt: never, ends: start, duration: .zero,
      left: .zero,
      activity: ActivityMemory(id: nobody, startedAt: never, started: start, lastUpdateAt: never, devices: [])
    ),
    [
      .init("id", \.id), .init("plant", \.plant), .init("by", \.by), .init("boot", \.boot),
      .init("ends_at", \.endsAt), .init("ends_uptime", \.ends), .init("duration", \.duration),
      .init("time_left", \.left), .init("end", \.end), .init("ended_by", \.endedBy),
      .init("interruption", \.interruption), .init("activity", \.activity.id),
      .init("activity_started_at", \.activity.startedAt),
      .init("activity_started_uptime", \.activity.started),
      .init("sequence", \.activity.sequence), .init("progress", \.activity.progress),
      .init("last_update_at", \.activity.lastUpdateAt), .init("devices", \.activity.devices),
      .init("hidden_on", \.activity.hiddenOn), .init("activity_ended_at", \.activity.endedAt),
    ])

  static let warmings = EntityTable(
    "warming", blank: WarmingMemory(id: ""),
    [
      .init("id", \.id), .init("rate", \.rate), .init("failure", \.failure), .init("failed_at", \.failedAt),
      .init(
        "activity", of: \.run, \.activity.id,
        blank: WarmingMemory.Run(
          boot: BootID(nobody), from: 0, to: 0,
          activity: ActivityMemory(
            id: nobody, startedAt: never, started: start, lastUpdateAt: never, devices: []))),
      .init("boot", of: \.run, \.boot), .init("from", of: \.run, \.from), .init("to", of: \.run, \.to),
      .init("value", of: \.run, \.value), .init("is_proved", of: \.run, \.isProved),
      .init("warm_at", of: \.run, \.warmAt), .init("end", of: \.run, \.end),
      .init("ended_by", of: \.run, \.endedBy), .init("interruption", of: \.run, \.interruption),
      .init("run_failure", of: \.run, \.failure),
      .init("activity_started_at", of: \.run, \.activity.startedAt),
      .init("activity_started_uptime", of: \.run, \.activity.started),
      .init("sequence", of: \.run, \.activity.sequence), .init("progress", of: \.run, \.activity.progress),
      .init("last_update_at", of: \.run, \.activity.lastUpdateAt),
      .init("devices", of: \.run, \.activity.devices), .init("hidden_on", of: \.run, \.activity.hiddenOn),
      .init("activity_ended_at", of: \.run, \.activity.endedAt),
    ])

  static let people = EntityTable(
    "person", blank: PersonMemory(id: "", dayNumber: 0, sent: 0),
    [
      .init("id", \.id), .init("day_number", \.dayNumber), .init("sent", \.sent),
      .init("was_told_so", \.wasToldSo),
    ])

  static let devices = EntityTable(
    "device", blank: DeviceMemory(id: ""),
    [
      .init("id", \.id), .init("locale", \.profile.locale),
      .init("packet_bytes_max", \.profile.packetBytesMax),
      .init(
        "abilities", { $0.profile.abilities?.rawValue },
        { $0.profile.abilities = $1.map { DeviceAbilities(rawValue: $0) } }),
      .init("actions_max", \.profile.actionsMax), .init("time_zone", \.profile.timeZone),
      .init("kind", \.profile.kind),
      .init("acknowledges", \.acknowledges), .init("glance_day", \.glanceDay),
      .init("glances_sent", \.glancesSent),
      .init(
        "context_revision", of: \.context, \.revision, blank: AppReport(revision: 0, at: never, content: "")),
      .init("context_at", of: \.context, \.at), .init("context", of: \.context, \.content),
    ])

  static let messages = EntityTable(
    "message",
    blank: MessageMemory(
      number: 0,
      message: AppMessage(
        CommandHead(id: nobody, device: "", at: never), .guaranteed, to: "", identifier: "", content: "")),
    order: "number",
    [
      .init("number", \.number), .init("id", \.message.head.id), .init("sender", \.message.head.device),
      .init("at", \.message.head.at), .init("expires", \.message.head.expires), .init("kind", \.message.kind),
      .init("receiver", \.message.to), .init("re", \.message.re),
      .init("identifier", \.message.identifier), .init("content", \.message.content),
      .init(
        "blob_size", of: \.message.blob, \.size, blank: AppMessage.Blob(size: 0, sha256: "", type: "")),
      .init("blob_sha256", of: \.message.blob, \.sha256), .init("blob_type", of: \.message.blob, \.type),
      .init("received", \.received),
    ])

  /// Without a valve stands for all; no valve is called so.
  static let everyValve = "*"

  static let holds = EntityTable(
    "hold", blank: HoldMemory(valve: nil, kind: .emergency, by: nil, since: never),
    [
      .init("valve", { $0.valve ?? everyValve }, { $0.valve = $1 == everyValve ? nil : $1 }),
      .init("kind", \.kind), .init("by", \.by), .init("since", \.since),
    ])

  static let interlocks = EntityTable(
    "interlock", blank: InterlockMemory(id: "", blocks: nil, since: never, heardAt: never, clearedAt: nil),
    [
      .init("id", \.id), .init("blocks", \.blocks), .init("since", \.since), .init("heard_at", \.heardAt),
      .init("cleared_at", \.clearedAt),
    ])

  /// What valves gave on a day.
  static let valveDays = EntityTable(
    "valve_day", blank: ValveDayMemory(valve: "", dayNumber: 0),
    [
      .init("valve", \.valve), .init("day_number", \.dayNumber), .init("open", \.open),
      .init("litres", \.litres),
      .init("lease", \.lease), .init("lease_open", \.leaseOpen), .init("lease_litres", \.leaseLitres),
      .init("ended_at", \.endedAt),
    ])

  /// Devices that stand in no file.
  static let accounts = EntityTable(
    "account",
    blank: AccountMemory(id: "", name: "", person: "", role: .viewer, phase: .leaving, invitedBy: ""),
    [
      .init("id", \.id), .init("name", \.name), .init("person", \.person), .init("role", \.role),
      .init("phase", \.phase), .init("until", \.until), .init("time_left", \.left),
      .init("invited_by", \.invitedBy), .init("seen_at", \.seenAt),
    ])

  static let outbox = EntityTable(
    "outbox", blank: OutboxEntry(id: 0, publication: MQTTPublication(topic: "", payload: [])),
    [
      .init("id", \.id), .init("topic", \.publication.topic),
      .init(
        "payload", { Bytes(bytes: $0.publication.payload) as Bytes? },
        { $0.publication.payload = $1?.bytes ?? [] }),
      .init("qos", \.publication.qos), .init("retained", \.publication.isRetained),
      .init("expiry_seconds", \.publication.expirySeconds),
      .init(
        "correlation", { $0.publication.correlation.map { Bytes(bytes: $0) } },
        { $0.publication.correlation = $1?.bytes }),
      .init("expires_at", \.expiresAt), .init("device", \.handling.device), .init("rank", \.handling.rank),
      .init("matter", \.handling.matter), .init("receipt", \.handling.receipt),
      .init("handed_at", \.handedAt),
    ])
}
