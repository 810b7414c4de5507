/// A notification that is on its way; the garden makes its words when it leaves.
package struct Telling: Sendable, Hashable {
  var reminder: ReminderMemory
  /// Of a digest: the keys of its matters.
  var keys: [String] = []
  var devices: [DeviceID]
  var expires: Timestamp
  var urgency: Notice.Urgency
  /// It only brings up to date what the devices show.
  var isUpdate = false
}
