import GardenCore
import StoreTypes
import Testing

@testable import GardenStore

struct LeaseTrailTextTests {
  private let start = Timestamp(seconds: 1_795_248_000)

  private func line(
    _ kind: LeaseEvent.Kind, _ text: String, wall: Double, uptime: Double, boot: UInt64 = 1,
    by: DeviceID? = nil
  ) -> LeaseLine {
    let moment = Moment(
      wall: start + .milliseconds(Int64(wall * 1000)), uptime: Uptime(milliseconds: Int64(uptime * 1000)))
    return LeaseLine(
      LeaseEvent(
        lease: Samples.id(7), actuator: "bed-valve", plant: "basil", kind: kind, by: by, text: text,
        at: moment),
      boot: BootID(Samples.id(boot)))
  }

  @Test func `a trail is told with distances, over midnight, a boot and a moved clock`() {
    let trail = LeaseTrail(
      lease: Samples.id(7),
      lines: [
        line(.granted, "waters basil for 300 s", wall: 0, uptime: 50, by: "anna-phone"),
        line(.openSent, "open, closes by itself after 300 s", wall: 0.01, uptime: 50.01),
        line(.reported, "open", wall: 3600.5, uptime: 50.5),
        line(.resumed, "200 s are left", wall: 3700, uptime: 9, boot: 2),
        line(.proved, "reported closed", wall: 86_400, uptime: 80_000, boot: 2),
      ])
    #expect(
      trail.text(calendar: .utc) == [
        "lease \(Samples.id(7)): bed-valve, plant basil",
        "  2026-11-21",
        "  08:00:00        +0.0 s  granted     waters basil for 300 s  (anna-phone)",
        "  08:00:00        +0.0 s  open sent   open, closes by itself after 300 s",
        "                          the clock was moved by +60 min 0 s",
        "  09:00:00        +0.5 s  reported    open",
        "  09:01:40  ~+61 min 40 s  resumed     200 s are left",
        "  2026-11-22",
        "                          the clock was moved by +45 min 9 s",
        "  08:00:00  ~+24 h 0 min  proved      reported closed",
      ])
  }

  @Test func `what was dropped is said where it stood`() {
    var trail = LeaseTrail(lease: Samples.id(7), lines: [], dropped: 12)
    trail.lines = (0..<102).map { line(.closeSent, "close", wall: Double($0), uptime: Double($0)) }
    let text = trail.text(calendar: .utc)
    #expect(text[102].contains("12 lines were dropped here"))
    #expect(text.count == 105)
  }

  @Test func `a refusal for a plant without a valve names no valve`() {
    let refusal = LeaseEvent(
      lease: Samples.id(7), actuator: "", plant: "nosuch", kind: .refused, text: "no such plant",
      at: Moment(wall: start, uptime: Uptime(milliseconds: 0)))
    let trail = LeaseTrail(lease: Samples.id(7), lines: [LeaseLine(refusal, boot: nil)])
    #expect(trail.text(calendar: .utc).first == "lease \(Samples.id(7)): plant nosuch")
  }

  @Test func `a list shows how a lease stands by its newest word on that`() {
    let trail = LeaseTrail(
      lease: Samples.id(7),
      lines: [
        line(.granted, "waters basil", wall: 0, uptime: 0, by: "anna-phone"),
        line(.ended, "time", wall: 300, uptime: 300), line(.proved, "closed", wall: 301, uptime: 301),
        line(.reported, "closed", wall: 302, uptime: 302),
      ])
    let summary = trail.summary
    #expect(summary.status == "proved: closed")
    #expect(summary.isProved)
    #expect(summary.by == "anna-phone")
    #expect(summary.lasted == .seconds(302))
  }
}
