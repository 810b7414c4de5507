import Bridge
import BridgeConfig
import GardenCore
import GardenReplay
import GardenTopics
import Hub

/// What is printed of a replay: the account of one config, and what differs from another's.
struct ReplayReport {
  let story: ReplayStory
  let before: ReplayStory?
  let difference: ReplayDifference?
  /// Of those that are asked for.
  let plants: [PlantAccount]
  let others: [ReminderAccount]
  /// Files.
  let config: String
  let against: String?
  private let renderer: Renderer?

  init(
    story: ReplayStory, before: ReplayStory?, plant: String?, config: String, against: String?
  ) {
    self.story = story
    self.before = before
    self.config = config
    self.against = against
    plants = story.account.plants.filter { plant == nil || $0.id == plant }
    others = plant == nil ? story.account.others.filter { $0.toldAt != nil } : []
    difference = before.map { ReplayDifference(from: $0.account, to: story.account, plant: plant) }
    renderer = try? Startup.renderer(
      for: story.settings, plan: story.settings.plan, memory: GardenMemory(), .host,
      at: Moment(wall: story.to, uptime: Uptime(milliseconds: 0)))
  }

  var calendar: SiteCalendar { story.settings.plan.site.calendar }

  /// The words in which it was told.
  func line(_ reminder: ReminderAccount) -> String {
    let at = reminder.toldAt ?? reminder.dueSince
    return renderer?.line(of: reminder.subject, dueSince: reminder.dueSince, at: at) ?? reminder.key
  }

  /// How it ended, in a few words.
  func end(_ reminder: ReminderAccount) -> String {
    guard let end = reminder.end else { return reminder.endedAt == nil ? "still open" : "over" }
    if let device = end.by { return "answered by \(device)" }
    switch end.reason {
    case .done: return "the probe saw water"
    case .cancelled: return "no longer true"
    case .expired: return "expired"
    case .deferred, .superseded: return "over"
    }
  }

  func why(_ run: WateringRecord) -> String { run.by.map { "asked for by \($0)" } ?? "by the rule" }
}
