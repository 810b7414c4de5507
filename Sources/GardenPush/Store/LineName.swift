package import LoamKit

/// A courier's name: its device, and of several browsers of one device which.
package struct LineName: Sendable, Hashable, CustomStringConvertible {
  package var device: DeviceName
  /// ``PushBrowser/name``, or ``parked``.
  package var browser: String?

  /// Under which is kept what nobody shows at the moment.
  package static let parked = "parked"

  package init(_ device: DeviceName, browser: String? = nil) {
    (self.device, self.browser) = (device, browser)
  }

  package var text: String { browser.map { "\(device.text)/\($0)" } ?? device.text }
  package var description: String { device.text }
}
