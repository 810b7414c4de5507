import GardenCore

// What Anna does with her phone.
extension HubWorld {
  private mutating func newID() -> String {
    commands += 1
    return UniqueID(
      high: UInt64(now.wall.milliseconds) << 16 | 0x7000, low: 0x8000_0000_0000_0000 | commands
    ).description
  }

  /// She presses a button. - Returns: the id of what the phone says.
  @discardableResult
  mutating func press(_ action: String, category: String = "WATERING_CONTROL") -> String {
    let id = newID()
    hear(
      "plants/v1/d/anna-phone/up/action",
      #"{"v":1,"id":"\#(id)","at":\#(now.wall.seconds),"action":"\#(action)","category":"\#(category)","plant":"basil"}"#
    )
    return id
  }

  /// She asks for a day of the soil.
  mutating func askForHistory() {
    let (id, end) = (newID(), now.wall.seconds)
    hear(
      "plants/v1/d/anna-phone/up/presence",
      #"{"v":1,"online":true,"foreground":true,"session":"\#(id)","every_s":300,"ts":\#(end)}"#)
    hear(
      "plants/v1/d/anna-phone/up/msg",
      #"{"v":1,"id":"\#(id)","kind":"interactive","identifier":"history","content":{"plant":"basil","quantity":"moisture","from":\#(end - 86400),"to":\#(end)},"ts":\#(end),"exp":\#(end + 10)}"#
    )
  }
}
