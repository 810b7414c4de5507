import Foundation
import LoamKit
import SwiftUI
import WidgetKit

struct GlanceEntry: TimelineEntry { var date: Date, glance: GlanceState? }

struct GlanceProvider: TimelineProvider {
  /// The app puts the retained document into the shared group.
  private var shown: GlanceState? {
    let bytes = UserDefaults(suiteName: "group.loam")?.data(forKey: "glance")
    return bytes.flatMap { try? DocumentCodec.decode(GlanceState.self, from: $0) }
  }
  func placeholder(in context: Context) -> GlanceEntry { GlanceEntry(date: .now, glance: nil) }
  func getSnapshot(in context: Context, completion: @escaping (GlanceEntry) -> Void) {
    completion(GlanceEntry(date: .now, glance: shown))
  }
  /// Anew at the end of each run; until then the text counts down by itself.
  func getTimeline(in context: Context, completion: @escaping (Timeline<GlanceEntry>) -> Void) {
    let ends = (shown?.runs ?? []).map(\.ends.date).filter { $0 > .now }.sorted()
    let entries = ([.now] + ends).map { GlanceEntry(date: $0, glance: shown) }
    completion(Timeline(entries: entries, policy: .never))
  }
}

struct GlanceWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "glance", provider: GlanceProvider()) { entry in
      VStack {
        Text("💧 \(entry.glance?.due ?? 0)")
        if let run = entry.glance?.runs.first {
          if run.ends.date > entry.date { Text(run.ends.date, style: .timer) } else { Text(run.name) }
        }
      }
      .widgetURL(entry.glance?.runs.compactMap(\.url).first.flatMap(URL.init(string:)))
    }
  }
}

/// A tap on the widget opens the app with its link.
func open(_ url: URL, showFinished: (MessageID?) -> Void) -> Bool {
  let reading = DeepLink.reading(url.absoluteString)
  if case .ours(.finished(let activity, _)) = reading { showFinished(activity) }
  return reading.isHandled
}
