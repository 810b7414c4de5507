import Foundation
import LoamKit
import Testing
@testable import FuzzHarness

/// What a notification offers, and what is sent when a button is pressed or a slider let go.
struct AnsweringTests {
  private let id = Paper.token("0197f0ae-4444-7555-8666-777788889999") as MessageID
  private let now = EpochSeconds(clamping: 1_795_220_607)

  private func notification(_ category: CategoryName, actions: [ActionName]? = nil) throws
    -> NotificationMessage
  {
    var message = try DocumentCodec.decode(NotificationMessage.self, from: Example.first("notification"))
    message.aps.category = category
    message.note.actions = actions
    return message
  }

  @Test func `the buttons are the category's, and where the bridge names some, these in its order`() throws {
    #expect(
      try notification(.wateringReminder).buttons.map(\.titleKey) == [
        "NotificationAction_Done", "NotificationAction_Later", "NotificationAction_Tomorrow",
      ])
    let named = try notification(.wateringOffer, actions: [.waterLater, .waterStart, .troubleSeen])
    #expect(named.buttons.map(\.action) == [.waterLater, .waterStart])
    #expect(try notification(.wateringReminder, actions: []).buttons.isEmpty)
    #expect(try notification(Paper.token("NEW_CATEGORY")).buttons.isEmpty)
  }

  @Test func `a press names the notification, its revision and its plant`() throws {
    let message = try notification(.wateringReminder)
    let press = message.answer(.waterDone, id: id, at: now)
    #expect(press.id == id && press.at == now && press.action == .waterDone)
    #expect(press.category == .wateringReminder && press.plant == message.plant?.id)
    #expect(press.note == message.note.id && press.key == message.note.key && press.rev == message.note.rev)
    #expect(throws: Never.self) { try DocumentCodec.encode(press) }
  }

  @Test func `a move goes to the nearest step of the slider, and no further than its ends`() {
    let slider = Slider(
      id: Paper.token("heater-setpoint"), title: "Temperature", unit: "°C", range: 5...25, step: 0.5,
      value: 14, rev: 7, topic: "plants/v1/d/anna-phone/up/set", until: now.advanced(by: 60))
    #expect([4, 5.24, 5.26, 24.9, 90].map(slider.nearest(to:)) == [5, 5, 5.5, 25, 25])
    let move = slider.move(to: 16.4, id: id, at: now)
    #expect(move.value == 16.5 && move.base == 7 && move.unit == "°C" && move.exp == slider.until)
  }

  @Test func `a moment of Foundation is a whole second of the contract, and back`() {
    #expect(EpochSeconds(Date(timeIntervalSince1970: 1_795_220_607.9)) == now)
    #expect(now.date == Date(timeIntervalSince1970: 1_795_220_607))
    for (date, end) in [
      (Date.distantPast, EpochSeconds.range.lowerBound),
      (Date(timeIntervalSince1970: -.infinity), EpochSeconds.range.lowerBound),
      (Date(timeIntervalSince1970: .infinity), EpochSeconds.range.upperBound),
    ] { #expect(EpochSeconds(date).seconds == end) }
  }
}
