import GardenCore
import Testing

@testable import Bridge

@Suite struct ChoresTests {
  private func moment(_ seconds: Int64) -> Moment {
    Moment(wall: Timestamp(seconds: 1_790_000_000 + seconds), uptime: Uptime(milliseconds: seconds * 1000))
  }

  @Test func `history is compacted each hour, step by step with a second between`() {
    var chores = Chores(now: moment(0))
    var steps: [Int64] = []
    for second in 1...7300 {
      let now = moment(Int64(second))
      guard chores.isCompactionDue(at: now) else { continue }
      steps.append(Int64(second))
      if steps.count < 3 { chores.compactAgain(at: now) }
    }
    #expect(steps == [3600, 3601, 3602, 7202])
  }

  @Test func `what is due was announced as the next deadline`() throws {
    var chores = Chores(now: moment(0))
    var now = moment(0)
    for _ in 0..<300 {
      let next = chores.nextDeadline
      try #require(next > now.uptime)
      now = Moment(wall: now.wall, uptime: next)
      let isDue = [
        chores.isStartOver(at: now), chores.isStatusDue(at: now), chores.isHistoryDue(at: now),
        chores.isCompactionDue(at: now),
      ]
      #expect(isDue.contains(true))
    }
  }
}
