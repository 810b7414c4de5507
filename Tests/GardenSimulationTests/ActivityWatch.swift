import GardenCore

/// Every activity that starts ends, and on the way its progress and its order only rise.
struct ActivityWatch {
  private(set) var started = 0
  private(set) var completed = 0
  private var running: [UniqueID: ActivityPicture] = [:]
  private var ended: Set<UniqueID> = []

  mutating func stepped(_ step: ActivityStep) -> [String] {
    let picture = step.picture
    let id = picture.id
    var problems: [String] = []
    if !(0...1).contains(picture.progress) { problems.append("progress \(picture.progress)") }
    if ended.contains(id) { problems.append("activity \(id) goes on after its end") }
    switch step.kind {
    case .start:
      started += 1
      if running[id] != nil { problems.append("activity \(id) started twice") }
    case .update, .end:
      guard let last = running[id] else { return problems + ["activity \(id) was never started"] }
      if picture.progress < last.progress {
        problems.append("progress fell from \(last.progress) to \(picture.progress)")
      }
      if picture.sequence <= last.sequence {
        problems.append("sequence \(picture.sequence) after \(last.sequence)")
      }
      if picture.at.seconds <= last.at.seconds { problems.append("two updates of \(id) within a second") }
    }
    running[id] = step.kind == .end ? nil : picture
    if step.kind == .end {
      ended.insert(id)
      if picture.phase == .finished {
        completed += 1
        if picture.progress != 1 { problems.append("finished at \(picture.progress)") }
      }
    }
    return problems
  }

  /// None is on longer than its limit.
  func look(at now: Moment) -> [String] {
    running.values.filter { now.wall > $0.startedAt + ActivityLimits.updates }
      .map { "activity \($0.id) of \($0.plant?.id ?? "no plant") never ended" }
  }
}
