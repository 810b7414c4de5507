import ActivityKit
import SwiftUI
import WidgetKit

/// The Live Activity of a watering. Its pushes are the bytes of `dn/activity`, so names and keys are the contract's: LoamKit's own
/// `ActivityAttributes` and `ActivityContent` have the names of ActivityKit's, and are not imported here.
struct PlantActivityAttributes: ActivityAttributes {
  struct ContentState: Codable, Hashable {
    var emoji, title: String, progress: Double
  }
  var name: String
}

struct PlantLiveActivity: Widget {
  var body: some WidgetConfiguration {
    ActivityConfiguration(for: PlantActivityAttributes.self) { context in
      VStack {
        Text("\(context.state.emoji) \(context.state.title)")
        ProgressView(value: context.state.progress)
      }
    } dynamicIsland: { context in
      DynamicIsland {
        DynamicIslandExpandedRegion(.leading) { Text(context.state.emoji) }
        DynamicIslandExpandedRegion(.bottom) { ProgressView(value: context.state.progress) }
      } compactLeading: {
        Text(context.state.emoji)
      } compactTrailing: {
        Text("\(Int(context.state.progress * 100))%")
      } minimal: {
        Text(context.state.emoji)
      }
    }
  }
}
