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

/// What a budget holds back from one person.
package struct HeldBack: Sendable, Hashable {
  var person: PersonID
  /// Of the matters.
  var keys: [String] = []
  var devices: [DeviceID] = []
  var until = Timestamp(milliseconds: 0)

  /// Passive, and once a day: its revision is the day's.
  func notice(_ id: UniqueID, naming names: [String], on dayNumber: Int, at now: Timestamp) -> Notice {
    Notice(
      id: id, key: NoticeKey.held(person), revision: dayNumber, dueSince: now, sentAt: now, expires: until,
      urgency: .passive, subject: .heldBack(names), devices: devices, ringing: devices)
  }
}
