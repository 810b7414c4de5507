import LoamKit
import PushChannels
import Testing

@Suite("Which steps of an activity ring on an iPhone")
struct ApnsRingingTests {
  private func aps(_ request: ChannelRequest?) -> [String: JSON] {
    guard case .object(let all) = Paper.json(request), case .object(let aps) = all["aps"] else { return [:] }
    return aps
  }

  private func sent(_ courier: inout Courier, _ event: CourierEvent, at seconds: Int64) -> ChannelRequest? {
    Paper.requests(courier.take(event, at: Paper.at(seconds))).first
  }

  @Test func `that water runs is heard, also where a later step takes its place`() {
    typealias Apple = ApnsTests
    var courier = Apple.courier()
    let (start, token) = (Apple.token("c"), Apple.token("d"))
    _ = courier.take(Apple.registration(1, start, .activityStart), at: Paper.at(0))
    let opening = sent(&courier, Apple.step(1, .start, progress: 0, at: 1), at: 1)
    #expect(aps(opening)["alert"] != nil)
    _ = courier.take(.outcome(.taken()), at: Paper.at(2))
    _ = courier.take(Apple.registration(2, token, .activity, activity: Apple.activity), at: Paper.at(3))
    let alert = Alert(title: "Aloe", body: "Watering has started; it ends at about 13:52.")
    let first = sent(&courier, Apple.step(2, .update, progress: 0, at: 10, alert: alert), at: 10)
    #expect(aps(first)["alert"] != nil && first?.headers["apns-priority"] == "10")
    // It waits for the answer, and the next step comes first.
    _ = courier.take(Apple.step(3, .update, progress: 0.1, at: 11), at: Paper.at(11))
    let again = sent(&courier, .outcome(.later(seconds: 5)), at: 12) ?? sent(&courier, .tick, at: 600)
    #expect(aps(again)["alert"] != nil && aps(again)["event"] == "update")
    _ = courier.take(.outcome(.taken()), at: Paper.at(601))
    let quiet = sent(&courier, Apple.step(4, .update, progress: 0.2, at: 620), at: 620)
    #expect(aps(quiet)["alert"] == nil && quiet?.headers["apns-priority"] == "5")
  }
}
