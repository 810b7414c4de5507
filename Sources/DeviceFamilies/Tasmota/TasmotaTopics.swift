/// Topics of a Tasmota device, from what the config calls its topic.
///
/// Written `<topic>` the device has Tasmota's default FullTopic `%prefix%/%topic%/`. Any other FullTopic is written with
/// its `%prefix%`, the rest filled in: `greenhouse/%prefix%`. A copied `tele/<topic>`, with or without `/SENSOR`, does too.
struct TasmotaTopics: Sendable, Hashable {
  private let fullTopic: String

  init(_ topic: String) throws(BindingProblem) {
    var levels = topic.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if levels.last == "" { levels.removeLast() }
    if levels.last == "SENSOR", levels.count > 1 { levels.removeLast() }
    if !levels.contains("%prefix%") {
      if levels.count > 1, let at = levels.firstIndex(of: "tele") {
        levels[at] = "%prefix%"
      } else {
        levels.insert("%prefix%", at: 0)
      }
    }
    guard levels.count > 1, !levels.contains("") else { throw .badTopic(topic) }
    fullTopic = levels.joined(separator: "/")
  }

  /// `prefix`: `tele`, `stat` or `cmnd`.
  func topic(_ prefix: String, _ command: String) -> String {
    let levels = fullTopic.split(separator: "/").map { $0 == "%prefix%" ? prefix : String($0) }
    return levels.joined(separator: "/") + "/" + command
  }
}
