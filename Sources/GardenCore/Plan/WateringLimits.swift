/// The bounds of every run. With them the longest water beyond a lease is known for each fault.
package enum WateringLimits {
  /// Waits between the first closes; after them one each minute until the valve proves that it is closed.
  package static let closeWaits: [Duration] = [
    .seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(16),
  ]
  package static let closeEvery: Duration = .seconds(60)
  /// Open is sent at most this often in one run, each time with the run time that is left.
  package static let openAttemptsMax = 3
  /// No open is repeated for less water than this.
  package static let openRunsMin: Duration = .seconds(5)
  /// A valve that closed by its own timer this close to the end has finished its run.
  package static let endTolerance: Duration = .seconds(5)
  /// Water that is seen so long after a valve was told to close has run on.
  static let closesLateAfter: Duration = .seconds(10)
  /// A device that counts whole minutes, and a report that is on its way, may be this far from the lease.
  package static let timerTolerance: Duration = .seconds(90)
  /// A run that outlasts an activity goes on under a new one.
  package static let runMax: Duration = .hours(12)
  /// An ended activity stays this long.
  package static let dismissal: Duration = .minutes(30)
  /// A valve that opens this soon after its run is closed again: our own open came late, or the proof was an old report.
  package static let lateOpenWithin: Duration = .minutes(10)

  /// After a proof by nothing but the valve's word, close is said again this long after it.
  package static let reassertsAfter: [Duration] =
    [.seconds(10), .seconds(60)] + (1...6).map { .minutes($0 * 10) }
  /// The same where every message counts: a LoRaWAN network gives a device some ten of them a day.
  package static let rareSealsAfter: [Duration] = [.minutes(10), .minutes(60)]

  /// A line of a lease's trail.
  static let storyTextMax = 200
  /// A counter that rose this often while every valve is closed, and by this much, shows a leak.
  static let leakRises = 2
  static let leakLitres = 1.0
  /// A counter that has been silent this long shows no leak any more.
  static let leakOverAfter: Duration = .minutes(30)
  /// An alarm that water may be running comes again after this long, then after twice as long, and so on up to
  /// ``alarmEveryMax``, until a person answers it.
  package static let alarmAgainAfter: Duration = .minutes(5)
  package static let alarmEveryMax: Duration = .hours(1)
  /// A valve that is still not proved closed is named again this long after a person has answered its alarm.
  package static let alarmAnsweredFor: Duration = .hours(24)

  /// After this long without proof people are told that the valve did not close. Where a meter testifies it gets its time.
  package static func closeProofWithin(_ actuator: ActuatorPlan) -> Duration {
    let word = max(.seconds(60), actuator.answerWithin * 2)
    return actuator.evidence.hasCorroboration ? max(word, actuator.evidence.within) : word
  }

  /// Whoever opens a valve by hand for less long has tried it, and watered nothing.
  static let handMin: Duration = .seconds(10)

  static func reassertsAfter(_ actuator: ActuatorPlan) -> [Duration] {
    actuator.hearsRarely ? rareSealsAfter : reassertsAfter
  }

  /// The wait for the next close after `n` of them.
  static func closeWait(after n: Int) -> Duration {
    n >= 1 && n <= closeWaits.count ? closeWaits[n - 1] : closeEvery
  }
}
