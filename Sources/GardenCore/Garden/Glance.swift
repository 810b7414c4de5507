extension Garden {
  /// The glance as it stands, with the dates of plants as ``settleTimes(at:)`` found them.
  func glance(at now: Moment) -> GlancePicture {
    let waiting = memory.reminders.filter { $0.kind == .water && $0.key != NoticeKey.digest }
    let runs = (waterings.pictures + countdowns.pictures).compactMap { picture in
      if case .activity(let activity) = picture { activity } else { nil }
    }
    return GlancePicture(
      due: waiting.count, next: nextWaterings.next, runs: runs)
  }

  /// Publishes the glance where something that it shows was published since `mark` and a reader would see a difference.
  mutating func refreshGlance(since mark: Int) {
    guard turn.effects.indices.suffix(from: mark).contains(where: { turn.effects[$0].touchesGlance }) else {
      return
    }
    settleTimes(at: turn.now)
    let picture = glance(at: turn.now)
    if let shownGlance, picture.isAsGood(as: shownGlance) { return }
    shownGlance = picture
    turn.effects.append(.publish(.glance(picture)))
  }
}

extension Effect {
  fileprivate var touchesGlance: Bool {
    if case .publish = self { true } else { false }
  }
}
