import GardenCore
import Testing

@testable import Hub

/// Whether a broker gives retained messages to who asks by a wildcard, and what is done where it does not.
@Suite struct RetainedTrialTests {
  private func at(_ seconds: Int) -> Uptime { Uptime(milliseconds: Int64(seconds) * 1000) }

  /// Everything that is due within those seconds, as "second: step".
  private func steps(_ trial: inout RetainedTrial, from: Int, through: Int) -> [String] {
    (from...through).flatMap { second in
      var said: [String] = []
      while let step = trial.takeDue(at: at(second)) { said.append("\(second): \(step)") }
      return said
    }
  }

  private func forgetful() -> RetainedTrial {
    var trial = RetainedTrial(root: "plants/v1")
    trial.linkCameAbout(at: at(0))
    _ = steps(&trial, from: 0, through: 5)
    trial.granted(at: at(5))
    _ = steps(&trial, from: 5, through: 15)
    trial.published(at: at(15))
    return trial
  }

  @Test func `a broker that gives our status to a wildcard is left alone`() {
    var trial = RetainedTrial(root: "plants/v1")
    #expect(trial.filter == "plants/v1/+/status")
    trial.linkCameAbout(at: at(0))
    // By the subscription that always stands, before we ask.
    trial.heard()
    #expect(steps(&trial, from: 0, through: 10) == ["5: ask"])
    trial.granted(at: at(10))
    trial.heard()
    #expect(steps(&trial, from: 10, through: 10) == ["10: ended(isNews: false)"])
    trial.greeted(at: at(20))
    #expect(!trial.isForgetful && trial.nextDeadline == nil)
    #expect(steps(&trial, from: 10, through: 4000) == [])
  }

  @Test func `one that gives nothing is found out once, and a hello has everything published`() {
    var trial = RetainedTrial(root: "plants/v1")
    trial.linkCameAbout(at: at(0))
    #expect(steps(&trial, from: 0, through: 5) == ["5: ask"])
    trial.granted(at: at(6))
    #expect(steps(&trial, from: 6, through: 60) == ["16: ended(isNews: true)"])
    trial.published(at: at(16))
    trial.greeted(at: at(60))
    #expect(steps(&trial, from: 60, through: 100) == ["61: publish"])
    trial.linkBroke()
    trial.linkCameAbout(at: at(200))
    #expect(steps(&trial, from: 200, through: 205) == ["205: ask"])
    trial.granted(at: at(205))
    #expect(steps(&trial, from: 205, through: 230) == ["215: ended(isNews: false)"])
  }

  @Test func `many hellos have it published once in ten seconds, and without one each quarter of an hour`() {
    var trial = forgetful()
    for second in 20...60 { trial.greeted(at: at(second)) }
    #expect(steps(&trial, from: 60, through: 60) == ["60: publish"])
    trial.greeted(at: at(61))
    trial.greeted(at: at(62))
    #expect(steps(&trial, from: 61, through: 100) == ["70: publish"])
    #expect(steps(&trial, from: 101, through: 1900) == ["970: publish", "1870: publish"])
  }

  @Test func `a broker that forbids the question is taken for one that keeps what it is given`() {
    var trial = RetainedTrial(root: "plants/v1")
    trial.linkCameAbout(at: at(0))
    #expect(steps(&trial, from: 0, through: 5) == ["5: ask"])
    trial.refused()
    #expect(steps(&trial, from: 5, through: 100) == ["5: ended(isNews: false)"])
    #expect(!trial.isForgetful)
  }

  @Test func `without a link nothing is asked or published`() {
    var trial = forgetful()
    trial.greeted(at: at(20))
    trial.linkBroke()
    #expect(trial.nextDeadline == nil)
    #expect(steps(&trial, from: 20, through: 3000) == [])
  }
}
