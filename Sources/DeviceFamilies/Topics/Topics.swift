import MQTTTypes

/// Topics made from what the config says.
enum Topics {
  static func filter(_ text: String) throws(BindingProblem) -> TopicFilter {
    guard let filter = TopicFilter(text) else { throw .badTopic(text) }
    return filter
  }

  /// A topic of one device that is also written to.
  static func exact(_ text: String) throws(BindingProblem) -> TopicFilter {
    let filter = try filter(text)
    if filter.hasWildcard { throw .wildcardTopic(text) }
    return filter
  }
}
