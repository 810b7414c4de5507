/// The store of `loam-push`: its file, and the steps by which it came to its present form. Whoever puts a backup back must know them.
package enum PushStoreForm {
  package static let file = "push.sqlite"
  package static let migrations = DatabaseMigrator(script: PackageResources.push_sql)
}
