/// What a valve last said of itself in this process, lease or not. Only live reports count.
struct ValveWatch: Sendable, Hashable {
  var id: String
  var isOpen: Bool?
  var isShortOfWater: Bool?
  var isLeaking: Bool?
  /// Retained word of an open valve was logged.
  var saidRetainedOpen = false
}
