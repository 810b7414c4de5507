// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Not Apple's: names and types of WatchKit that Examples/LoamApp uses, by hand.
import SwiftUI
import UserNotifications

@MainActor open class WKUserNotificationHostingController<Body: View> {
  public init() {}
  open var body: Body { fatalError() }
  open func didReceive(_ notification: UNNotification) {}
  public var notificationActions: [UNNotificationAction] = []
}
