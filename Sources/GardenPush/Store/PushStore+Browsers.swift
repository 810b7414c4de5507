internal import FoundationEssentials
internal import SQLite
package import LoamKit
package import PushChannels

// MARK: - Browsers that asked to be pushed to

extension PushStore {
  /// Of one device, the oldest first.
  package func browsers(of device: DeviceName) throws(PushFailure) -> [PushBrowser] {
    try read { db in
      try Row.fetchAll(
        db, sql: "SELECT endpoint, key, auth FROM browser WHERE device = ? ORDER BY rowid",
        arguments: [device.text]
      ).compactMap { PushBrowser(endpoint: try $0[0], publicKey: try $0[1], auth: try $0[2]) }
    }
  }

  /// Written down together with what it goes on with, and without those that it takes the place of: all of it or nothing.
  package func enter(
    _ browser: PushBrowser, of device: DeviceName, _ memory: CourierMemory, instead: [PushBrowser]
  ) throws(PushFailure) {
    try write { db in
      for one in instead { try Self.strike(one, device, db) }
      // Who signs in as somebody else takes the browser along.
      try db.execute(
        sql: "DELETE FROM courier WHERE substr(device, instr(device, '/') + 1) = ?", arguments: [browser.name]
      )
      try db.execute(
        sql: "INSERT OR REPLACE INTO browser VALUES (?, ?, ?, ?)",
        arguments: [
          browser.endpoint, device.text, Base64URL.text(browser.publicKey), Base64URL.text(browser.auth),
        ])
      try Self.put(memory, of: LineName(device, browser: browser.name), db)
      try db.execute(
        sql: "DELETE FROM courier WHERE device = ?",
        arguments: [LineName(device, browser: LineName.parked).text])
    }
  }

  /// - Parameter parked: what the device's next browser goes on with.
  package func strike(
    _ browser: PushBrowser, of device: DeviceName, parking parked: CourierMemory?
  ) throws(PushFailure) {
    try write { db in
      try Self.strike(browser, device, db)
      if let parked { try Self.put(parked, of: LineName(device, browser: LineName.parked), db) }
    }
  }

  private static func strike(_ browser: PushBrowser, _ device: DeviceName, _ db: Database) throws {
    try db.execute(sql: "DELETE FROM browser WHERE endpoint = ?", arguments: [browser.endpoint])
    try db.execute(
      sql: "DELETE FROM courier WHERE device = ?",
      arguments: [LineName(device, browser: browser.name).text])
  }

  /// The device is gone, and nothing of it is kept.
  package func strikeAll(of device: DeviceName) throws(PushFailure) {
    try write { db in
      try db.execute(sql: "DELETE FROM browser WHERE device = ?", arguments: [device.text])
      try db.execute(
        sql: "DELETE FROM courier WHERE substr(device, 1, instr(device, '/')) = ?",
        arguments: [device.text + "/"])
    }
  }

  /// Notes for which devices browsers are taken, and forgets the browsers of all others.
  ///
  /// - Returns: those for which they were taken, and are no more: they are returned until ``withdrawn(_:)`` is told so.
  package func offer(to devices: [DeviceName]) throws(PushFailure) -> [DeviceName] {
    let before = try read { try String.fetchAll($0, sql: "SELECT device FROM offered") }
    let now = Set(devices.map(\.text))
    let over = before.filter { !now.contains($0) }.compactMap { DeviceName($0) }
    for device in over { try strikeAll(of: device) }
    try write { db in
      for device in now {
        try db.execute(sql: "INSERT OR IGNORE INTO offered VALUES (?)", arguments: [device])
      }
    }
    return over
  }

  /// Pages know that no browser of the device is taken any more.
  package func withdrawn(_ device: DeviceName) throws(PushFailure) {
    try write { try $0.execute(sql: "DELETE FROM offered WHERE device = ?", arguments: [device.text]) }
  }
}
