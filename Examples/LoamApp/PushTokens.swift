import ActivityKit
import Foundation
import LoamKit

/// Hands over every token that the system gives the app, at each start and whenever the system changes one.
struct PushTokens: Sendable {
  let outbox: any Outbox
  /// The bundle id, and `development` where Xcode installed the app.
  let app: String, environment: PushRegistration.Environment

  /// From `application(_:didRegisterForRemoteNotificationsWithDeviceToken:)`.
  func device(_ token: Data) {
    hand(token, .alerts)
    hand(token, .background)
  }

  /// The token that starts activities, and one of each activity, which its attributes name.
  func activities() async {
    await withDiscardingTaskGroup { group in
      group.addTask {
        for await token in Activity<PlantActivityAttributes>.pushToStartTokenUpdates {
          hand(token, .activityStart)
        }
      }
      for await activity in Activity<PlantActivityAttributes>.activityUpdates {
        guard let id = activity.attributes.id.flatMap({ MessageID($0) }) else { continue }
        group.addTask { for await token in activity.pushTokenUpdates { hand(token, .activity, of: id) } }
      }
    }
  }

  private func hand(_ token: Data, _ use: PushRegistration.Use, of activity: MessageID? = nil) {
    guard let id = MessageID(UUID().uuidString.lowercased()) else { return }
    let hex = token.map { String(format: "%02x", $0) }.joined()
    outbox.send(
      PushRegistration(
        id: id, at: EpochSeconds(.now), token: hex, of: app, environment, use: use, activity: activity),
      as: .push)
  }
}
