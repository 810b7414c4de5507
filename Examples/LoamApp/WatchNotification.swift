import Foundation
import LoamKit
import SwiftUI
import UserNotifications
import WatchKit

/// The watch's notification with a plant's dates, for each category with a plant.
final class NotificationController: WKUserNotificationHostingController<NotificationView> {
  private var message: NotificationMessage?
  override var body: NotificationView { NotificationView(message: message) }
  override func didReceive(_ notification: UNNotification) {
    message = notification.loam
    notificationActions = message?.buttons.map(\.drawn) ?? []
  }
}

struct NotificationView: View {
  let message: NotificationMessage?
  var body: some View {
    let lines = message.flatMap { PlantLines($0, locale: Locale.current.identifier, timeZone: .current) }
    VStack {
      Text(message?.aps.alert.title ?? "").font(.title)
      Text(message?.aps.alert.subtitle ?? "").font(.subheadline)
      Text(lines?.lastWatering ?? message?.aps.alert.body ?? "").font(.body)
      Text(lines?.nextWatering ?? "").font(.body)
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
