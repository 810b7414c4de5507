/// What a notification offers, and the commands that its buttons and its slider send.
extension NotificationMessage {
  /// The buttons to draw, by rank: those of its category, and of these only the ones that the bridge names for this device.
  ///
  /// None where the category is not one of ``BuiltInCategories``: then its own ``NotificationCategory`` has them.
  public var buttons: [BuiltInCategories.Button] {
    let all = BuiltInCategories.plan(of: aps.category)?.buttons ?? []
    guard let named = note.actions else { return all }
    return named.compactMap { action in all.first { $0.action == action } }
  }

  /// What a press, a tap or a dismissal of it sends.
  public func answer(_ action: ActionName, id: MessageID, at now: EpochSeconds) -> ActionMessage {
    ActionMessage(
      id: id, category: aps.category, action: action, plant: plant?.id, at: now, note: note.id, key: note.key,
      rev: note.rev)
  }
}

extension Slider {
  /// The value on its grid that is nearest.
  public func nearest(to value: Double) -> Double {
    let steps = ((value - min) / step).rounded()
    return Swift.max(min, Swift.min(max, min + steps * step))
  }

  /// What it sends when it is let go.
  public func move(to value: Double, id: MessageID, at now: EpochSeconds) -> SetMessage {
    SetMessage(
      id: id, control: self.id, value: nearest(to: value), unit: unit, base: rev, at: now, exp: until)
  }
}
