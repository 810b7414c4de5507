import GardenCore
import LoamKit
import Testing

@testable import GardenTopics

/// The core's cases and the contract's words have the same names; the renderer rests on it.
@Suite struct SameWordsTests {
  private func misses<Word: OpenChoice>(_ cases: [some Hashable], in _: Word.Type) -> [String] {
    cases.map { Renderer.word("\($0)") }.filter { Word(rawValue: $0) == nil }
  }

  @Test func `each case of the core has its word in the contract`() {
    #expect(misses(Outcome.Code.allCases, in: AckCode.self) == [])
    #expect(misses(DryForecast.Why.allCases, in: PlantDetail.Forecast.Why.self) == [])
    #expect(misses(ValveStatus.allCases, in: PlantDetail.Watering.State.self) == [])
    #expect(misses(GardenCore.Withdrawal.Reason.allCases, in: WithdrawMessage.Reason.self) == [])
    #expect(misses(Next.Because.allCases, in: NextBecause.self) == [])
    #expect(misses(DeviceKind.allCases, in: Hello.Kind.self) == [])
    let words = GardenCore.Hearing.Word.allCases.map(\.rawValue)
    #expect(Set(words) == Set(LoamKit.Hearing.Why.allCases.map(\.rawValue)))
  }
}
