import SQLite

/// The steps by which `state.sqlite` came to its present form.
enum StateSchema {
  static let file = "state.sqlite"
  static let migrations = DatabaseMigrator(script: PackageResources.state_sql)
}

/// Those of `history.sqlite`.
enum HistorySchema {
  static let file = "history.sqlite"
  static let migrations = DatabaseMigrator(script: PackageResources.history_sql)
}
