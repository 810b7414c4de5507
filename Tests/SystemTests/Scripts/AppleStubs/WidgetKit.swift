// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Not Apple's: names and types of WidgetKit that Examples/LoamApp uses, by hand. Apple declares `Widget` in SwiftUI and WidgetKit together.
import Foundation
import SwiftUI

@MainActor @preconcurrency public protocol WidgetConfiguration {}
@MainActor @preconcurrency public protocol Widget {
  associatedtype Body: WidgetConfiguration
  var body: Body { get }
}
public protocol TimelineEntry { var date: Date { get } }
public struct TimelineReloadPolicy: Sendable { public static let never = TimelineReloadPolicy() }
public struct Timeline<Entry: TimelineEntry> {
  public init(entries: [Entry], policy: TimelineReloadPolicy) {}
}
public struct TimelineProviderContext {}
public protocol TimelineProvider {
  associatedtype Entry: TimelineEntry
  typealias Context = TimelineProviderContext
  func placeholder(in context: Context) -> Entry
  func getSnapshot(in context: Context, completion: @escaping (Entry) -> Void)
  func getTimeline(in context: Context, completion: @escaping (Timeline<Entry>) -> Void)
}
public struct StaticConfiguration<Content: View>: WidgetConfiguration {
  public init<Provider: TimelineProvider>(
    kind: String, provider: Provider, @ViewBuilder content: @escaping (Provider.Entry) -> Content
  ) {}
}
extension View { nonisolated public func widgetURL(_ url: URL?) -> some View { self } }
