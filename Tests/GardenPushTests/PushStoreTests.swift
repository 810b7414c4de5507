import Foundation
import GardenPush
import LoamKit
import PushChannels
import TestKit
import Testing

/// What outlives a process, and the connection that several devices share.
@Suite struct PushStoreTests {
  private func device(_ text: String) throws -> DeviceName { try #require(DeviceName(text)) }

  @Test func `what was committed is there for the next process, all of it or nothing`() throws {
    let folder = try TemporaryFolder()
    let anna = LineName(try device("anna-telegram"))
    var memory = CourierMemory()
    memory.chat = 77
    memory.count(.forged)
    try PushStore(folder: folder.path).commit(memory, of: anna, bot: BotPlace(id: "123", next: 9, heard: 5))
    let next = try PushStore(folder: folder.path)
    #expect(try next.memory(of: anna) == memory)
    #expect(try next.bot("123") == BotPlace(id: "123", next: 9, heard: 5))
    #expect(try next.memory(of: LineName(device("bob"))) == nil && next.bot("4") == nil)
  }

  @Test func `a code holds for its time, and until the chat that it bound is stored`() throws {
    let folder = try TemporaryFolder()
    let store = try PushStore(folder: folder.path)
    let anna = LineName(try device("anna-telegram"))
    try store.put(code: "abc", for: "anna-telegram", until: 100)
    #expect(try store.device(of: "abd", at: 50) == nil)
    #expect(try store.device(of: "abc", at: 100) == nil)
    #expect(try store.device(of: "abc", at: 50) == "anna-telegram")
    #expect(try store.device(of: "abc", at: 51) == "anna-telegram")
    var memory = CourierMemory()
    memory.chat = 77
    try store.commit(memory, of: anna, spending: "abc")
    #expect(try store.device(of: "abc", at: 52) == nil)
    #expect(try store.memory(of: anna)?.chat == 77)
  }

  @Test func `a browser is stored with what it goes on with, and leaves with it`() throws {
    let folder = try TemporaryFolder()
    let store = try PushStore(folder: folder.path)
    let (anna, bob) = (try device("anna-laptop"), try device("bob-laptop"))
    let browser = try #require(
      PushBrowser(
        endpoint: "https://push.example/1",
        publicKey: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth: "BTBZMqHH6r4Tts7J_aSIgg"))
    var memory = CourierMemory()
    memory.spent = 3
    try store.enter(browser, of: anna, memory, instead: [])
    #expect(try store.browsers(of: anna) == [browser] && store.browsers(of: bob).isEmpty)
    #expect(try store.memory(of: LineName(anna, browser: browser.name)) == memory)
    // Bob signs in there: the browser is his.
    try store.enter(browser, of: bob, CourierMemory(), instead: [])
    #expect(try store.browsers(of: anna).isEmpty && store.browsers(of: bob) == [browser])
    #expect(try store.memory(of: LineName(anna, browser: browser.name)) == nil)
    try store.strike(browser, of: bob, parking: memory)
    #expect(try store.browsers(of: bob).isEmpty)
    #expect(try store.memory(of: LineName(bob, browser: LineName.parked)) == memory)
    #expect(try store.offer(to: [anna, bob]) == [])
    #expect(try store.offer(to: [anna]) == [bob])
    // Until it is said, also across a restart.
    #expect(try store.offer(to: [anna]) == [bob])
    try store.withdrawn(bob)
    #expect(try store.offer(to: [anna]) == [])
    #expect(try store.memory(of: LineName(bob, browser: LineName.parked)) == nil)
  }

  @Test func `a command makes no store, and says where it looked and what to do`() throws {
    let folder = try TemporaryFolder()
    let failure = #expect(throws: PushFailure.self) {
      try PushStore(folder: folder.path + "/push", mayMake: false)
    }
    #expect(failure?.description.contains(folder.path + "/push/push.sqlite") == true)
    #expect(failure?.description.contains("systemctl start loam-push") == true)
    _ = try PushStore(folder: folder.path + "/push")
    _ = try PushStore(folder: folder.path + "/push", mayMake: false)
  }

  @Test func `tokens of devices that apps reach no longer are forgotten, and nothing else of them`() throws {
    let folder = try TemporaryFolder()
    let store = try PushStore(folder: folder.path)
    let (anna, bob) = (try device("anna-phone"), try device("bob-phone"))
    var memory = CourierMemory()
    memory.tokens = PushTokens()
    memory.chat = 77
    for device in [anna, bob] { try store.commit(memory, of: LineName(device)) }
    try store.forgetTokens(besides: [bob])
    #expect(try store.memory(of: LineName(bob)) == memory)
    memory.tokens = nil
    #expect(try store.memory(of: LineName(anna)) == memory)
  }

  @Test func `a courier's memory that was written before there were tokens is still read`() throws {
    let memory = try JSONDecoder().decode(
      CourierMemory.self,
      from: Data(
        #"{"items":[],"answers":[],"queries":[],"past":[],"used":[],"chat":77,"isFahrenheit":false,"failures":0,"day":0,"spent":0,"counters":{}}"#
          .utf8))
    #expect(memory.chat == 77 && memory.tokens == nil)
  }

  @Test func `a secret is made once, and a trial is given out once`() throws {
    let folder = try TemporaryFolder()
    let store = try PushStore(folder: folder.path)
    #expect(try store.secret("seal", otherwise: [1, 2]) == [1, 2])
    #expect(try store.secret("seal", otherwise: [3, 4]) == [1, 2])
    let id = try #require(MessageID("0197f0ac-2222-7333-8444-555566667777"))
    try store.put(trial: id, of: "anna-ntfy", at: 1_000_000)
    #expect(try store.takeTrials(at: 1_000_100).map(\.id) == [id])
    #expect(try store.takeTrials(at: 1_000_200).isEmpty)
    let anna = LineName(try device("anna-ntfy"))
    try store.commit(nil, of: anna, trials: [TrialStep(id: id, milliseconds: 1_000_300)])
    try store.commit(nil, of: anna, trials: [TrialStep(id: id, milliseconds: 1_000_900, button: 1)])
    let trial = try #require(try store.trial(id))
    #expect(trial.shown == 1_000_300 && trial.answered == 1_000_900 && trial.button == 1)
  }
}
