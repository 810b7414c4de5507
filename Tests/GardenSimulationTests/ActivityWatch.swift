import GardenCore

/// Every activity that starts ends, and on the way its progress and its order only rise.
struct ActivityWatch {
  private(set) var started = 0
  private(set) var completed = 0
  private var running: [UniqueID: ActivitySnapshot] = [:]
  private var ended: Set<UniqueID> = []

  mutating func stepped(_ step: ActivityStep) -> [String] {
    let snapshot = step.snapshot
    let id = snapshot.id
    var problems: [String] = []
    if !(0...1).contains(snapshot.progress) { problems.append("progress \(snapshot.progress)") }
    if ended.contains(id) { problems.append("activity \(id) goes on after its end") }
    switch step.kind {
    case .start:
      started += 1
      if running[id] != nil { problems.append("activity \(id) started twice") }
    case .update, .end:
      guard let last = running[id] else { return problems + ["activity \(id) was never started"] }
      if snapshot.progress < last.progress {
        problems.append("progress fell from \(last.progress) to \(snapshot.progress)")
      }
      if snapshot.sequence <= last.sequence {
        problems.append("sequence \(snapshot.sequence) after \(last.sequence)")
      }
      if snapshot.at.seconds <= last.at.seconds { problems.append("two updates of \(id) within a second") }
    }
    running[id] = step.kind == .end ? nil : snapshot
    if step.kind == .end {
      ended.insert(id)
      if snapshot.phase == .finished {
        completed += 1
        if snapshot.progress != 1 { problems.append("finished at \(snapshot.progress)") }
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
