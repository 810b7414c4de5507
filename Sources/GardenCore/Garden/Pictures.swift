extension Garden {
  /// Everything that should be retained at this moment, for publishing again after the broker lost it.
  package func pictures(at now: Moment) -> [Picture] {
    plants.indices.map { .plant(picture(of: $0, at: now)) } + picturesBesidePlants(at: now)
  }

  /// The same without the plants, which are many.
  package func picturesBesidePlants(at now: Moment) -> [Picture] {
    memory.reminders.compactMap { picture(of: $0, at: now).map { .reminder($0) } }
      + controls.pictures + waterings.pictures + heaters.pictures(at: now) + countdowns.pictures
      + [.glance(glance(at: now)), .hold(holdPicture)]
  }

  /// ``pictures(at:)`` at the moment of the last event.
  package var pictures: [Picture] { pictures(at: clock.last) }
}
