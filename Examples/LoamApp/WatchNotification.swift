import Foundation
import LoamKit
import SwiftUI
import UserNotifications
import WatchKit

/// The watch's notification with a plant's dates, for WATERING_REMINDER.
final class NotificationController: WKUserNotificationHostingController<NotificationView> {
  private var message: NotificationMessage?

  override var body: NotificationView { NotificationView(message: message) }

  override func didReceive(_ notification: UNNotification) {
    message = notification.loam
    // In the order of the retained `state/category/WATERING_REMINDER`; its `loc` are the keys of the titles.
    notificationActions = ["Done", "Later", "Tomorrow"].map {
      let title = NSLocalizedString("NotificationAction_" + $0, comment: "")
      return UNNotificationAction(identifier: "water_" + $0.lowercased(), title: title, options: [])
    }
  }
}

struct NotificationView: View {
  let message: NotificationMessage?

  var body: some View {
    VStack {
      Text(message?.aps.alert.title ?? "").font(.title)
      Text(message?.aps.alert.subtitle ?? "").font(.subheadline)
      Text(message?.aps.alert.body ?? "").font(.body)
      if let plant = message?.plant { Text(plant.nextDate.date, style: .date) }
    }
  }
}

/// What was pressed comes to the app.
final class NotificationDelegate: NSObject, UNUserNotificationCenterDelegate {
  let outbox: any Outbox
  init(outbox: any Outbox) { self.outbox = outbox }

  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
  ) async {
    if let message = response.notification.loam { outbox.answer(message, with: response.actionIdentifier) }
  }
}
