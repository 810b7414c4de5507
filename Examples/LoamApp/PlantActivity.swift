import ActivityKit
import Foundation
import LoamKit
import SwiftUI
import WidgetKit

/// The Live Activity of a watering. Its pushes are the bytes of `dn/activity`, so names and keys are the contract's.
struct PlantActivityAttributes: ActivityKit.ActivityAttributes {
  struct ContentState: Codable, Hashable {
    var emoji, title: String, progress: Double
    /// What a tap opens after the end, as the widget's link.
    var link: URL? { progress < 1 ? nil : URL(string: DeepLink.finished(activity: nil, plant: nil).text) }
  }
  var name: String
  /// With a start by push: which activity it is.
  var id: String?
}

struct PlantLiveActivity: Widget {
  var body: some WidgetConfiguration {
    ActivityConfiguration(for: PlantActivityAttributes.self) { context in
      VStack {
        Text("\(context.state.emoji) \(context.state.title)")
        ProgressView(value: context.state.progress).tint(.green)
      }
      .widgetURL(context.state.link)
    } dynamicIsland: { context in
      DynamicIsland {
        DynamicIslandExpandedRegion(.leading) { Text(context.state.emoji) }
        DynamicIslandExpandedRegion(.bottom) { ProgressView(value: context.state.progress).tint(.green) }
      } compactLeading: {
        Text(context.state.emoji)
      } compactTrailing: {
        Text("\(Int(context.state.progress * 100))%")
      } minimal: {
        Text(context.state.emoji)
      }
      .widgetURL(context.state.link)
    }
  }
}
