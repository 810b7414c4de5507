/// What the keys do.
enum Help {
  static let lines: [StyledLine] =
    [StyledLine("Keys", .strong)]
    + [
      "↑ ↓  k j    select a plant or a setpoint",
      "Tab         next plant with an open reminder",
      "d           done: the plant has been watered",
      "l           later: remind again in some hours",
      "t           tomorrow",
      "u           take back what was answered in the last 5 seconds",
      "← →  - +    move the slider: a plant's dry limit, or the setpoint; sent when you pause",
      "w           water the selected plant by its valve",
      "x           stop watering it",
      "q           quit",
      "",
      "! reminder open   💧 watering   → slider on its way",
      "any key goes back",
    ].map { StyledLine($0) }
}
