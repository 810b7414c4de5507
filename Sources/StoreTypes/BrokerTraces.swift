/// What the broker keeps for us when we are gone: the session's subscriptions, and retained snapshots of what the config
/// names. A later config may name less.
package struct BrokerTraces: Sendable, Hashable {
  package var filters: Set<String>
  package var topics: Set<String>

  package init(filters: Set<String> = [], topics: Set<String> = []) {
    self.filters = filters
    self.topics = topics
  }

  package func union(_ other: BrokerTraces) -> BrokerTraces {
    BrokerTraces(filters: filters.union(other.filters), topics: topics.union(other.topics))
  }

  package func subtracting(_ other: BrokerTraces) -> BrokerTraces {
    BrokerTraces(filters: filters.subtracting(other.filters), topics: topics.subtracting(other.topics))
  }
}
