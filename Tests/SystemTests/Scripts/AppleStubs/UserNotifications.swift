// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Not Apple's: names and types of UserNotifications that Examples/LoamApp uses, by hand.
import Foundation

public class UNNotificationContent: NSObject {
  public let userInfo: [AnyHashable: Any] = [:]
}
public class UNNotificationRequest: NSObject {
  public let content = UNNotificationContent()
}
public class UNNotification: NSObject {
  public let request = UNNotificationRequest()
}
public class UNNotificationResponse: NSObject {
  public let notification = UNNotification()
  public let actionIdentifier = ""
}
public struct UNNotificationActionOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let authenticationRequired = Self(rawValue: 1), destructive = Self(rawValue: 2)
}
public class UNNotificationAction: NSObject {
  public init(identifier: String, title: String, options: UNNotificationActionOptions = []) {}
}
public struct UNNotificationCategoryOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let customDismissAction = Self(rawValue: 1)
}
public class UNNotificationCategory: NSObject {
  public init(
    identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
    options: UNNotificationCategoryOptions = []
  ) {}
}
public class UNUserNotificationCenter: NSObject {
  public class func current() -> UNUserNotificationCenter { UNUserNotificationCenter() }
  public func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {}
}
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
  ) async
}
