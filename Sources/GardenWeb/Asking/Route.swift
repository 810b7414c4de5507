/// Everything that can be asked for, by path.
enum Route: Sendable, Hashable {
  /// `/config.json`: what the page must know before it connects.
  case pageConfig
  case metrics
  case health
  case openAPI
  case plants
  case history(plant: String)
  case historyTable(plant: String)
  case waterings(plant: String)
  case photo(plant: String)
  /// A file of the page.
  case file

  /// - Parameter path: percent-encoded; ids need no encoding, so an encoded one is none of ours.
  init?(_ path: Substring) {
    switch path {
    case "/config.json": self = .pageConfig
    case "/metrics": self = .metrics
    case "/healthz": self = .health
    case "/openapi.json": self = .openAPI
    case "/api/v1/plants": self = .plants
    case _ where path.hasPrefix("/api/"):
      let levels = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
      guard levels.count == 5, levels[1] == "v1", levels[2] == "plants" else { return nil }
      let plant = String(levels[3])
      switch levels[4] {
      case "history": self = .history(plant: plant)
      case "history.csv": self = .historyTable(plant: plant)
      case "waterings": self = .waterings(plant: plant)
      case "photo": self = .photo(plant: plant)
      default: return nil
      }
    default: self = .file
    }
  }
}
