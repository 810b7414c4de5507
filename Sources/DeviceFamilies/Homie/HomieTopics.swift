/// The state topic of a Homie 3 or 4 device, `homie/<device>/$state`.
enum HomieTopics {
  /// `sleeping` is a battery device between two reports, `alert` one that wants a person but works. `init` says nothing yet.
  static func state(ofDevice topic: String) throws(BindingProblem) -> AvailabilityTopic {
    try AvailabilityTopic(
      topic + "/$state", online: ["ready", "sleeping", "alert"], offline: ["disconnected", "lost"],
      undecided: ["init"])
  }
}
