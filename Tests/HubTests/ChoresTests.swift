import GardenCore
import Testing

@testable import Hub

@Suite struct ChoresTests {
  private func moment(_ seconds: Int64) -> Moment {
    Moment(wall: Timestamp(seconds: 1_790_000_000 + seconds), uptime: Uptime(milliseconds: seconds * 1000))
  }

  @Test func `history is compacted soon after the start and each hour, a short piece at a time`() {
    var chores = Chores(now: moment(0))
    var pieces: [Int64] = []
    for second in 1...3700 {
      let now = moment(Int64(second))
      guard chores.isCompactionDue(at: now) else { continue }
      pieces.append(Int64(second))
      if pieces.count < 3 { chores.compactAgain(after: Chores.compactionPause, at: now) }
    }
    #expect(pieces == [20, 21, 22, 3622])
    #expect(Chores.compactionPause < .seconds(1))
  }

  @Test func `whoever asks for the history gets readings that are at most a minute old`() {
    var chores = Chores(now: moment(0))
    let asked = [59, 60, 61].map { chores.isHistoryWanted(at: moment($0)) }
    #expect(asked == [false, true, false])
    let due = [300, 359, 360].map { chores.isHistoryDue(at: moment($0)) }
    #expect(due == [false, false, true])
  }

  @Test func `a while after each time that everything is published there is room to be made`() {
    var chores = Chores(now: moment(0))
    var over: [Int64] = []
    for second in 1...60 {
      if [20, 23].contains(second) { chores.everythingIsPublished(at: moment(Int64(second))) }
      if chores.isPublishingOver(at: moment(Int64(second))) { over.append(Int64(second)) }
    }
    #expect(over == [5, 28])
  }

  @Test func `what is due was announced as the next deadline`() throws {
    var chores = Chores(now: moment(0))
    var now = moment(0)
    for _ in 0..<300 {
      let next = chores.nextDeadline
      try #require(next > now.uptime)
      now = Moment(wall: now.wall, uptime: next)
      let isDue = [
        chores.isPublishingOver(at: now), chores.isStatusDue(at: now), chores.isHistoryDue(at: now),
        chores.isCompactionDue(at: now),
      ]
      #expect(isDue.contains(true))
    }
  }
}
