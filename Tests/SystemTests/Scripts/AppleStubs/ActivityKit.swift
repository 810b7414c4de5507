// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Not Apple's: names and types of ActivityKit, and of WidgetKit for its activities, that Examples/LoamApp uses, by hand.
import Foundation
import SwiftUI
import WidgetKit

public protocol ActivityAttributes: Codable {
  associatedtype ContentState: Codable, Hashable
}
public struct ActivityContent<State: Codable & Hashable> {}
public final class Activity<Attributes: ActivityAttributes & Sendable>: Sendable {
  public let attributes: Attributes
  init(_ attributes: Attributes) { self.attributes = attributes }
  public static var pushToStartTokenUpdates: AsyncStream<Data> { AsyncStream { $0.finish() } }
  public static var activityUpdates: AsyncStream<Activity<Attributes>> { AsyncStream { $0.finish() } }
  public var pushTokenUpdates: AsyncStream<Data> { AsyncStream { $0.finish() } }
}
public struct ActivityViewContext<Attributes: ActivityAttributes> {
  public let attributes: Attributes
  public let state: Attributes.ContentState
}
public struct ActivityConfiguration<Attributes: ActivityAttributes>: WidgetConfiguration {
  public init<Content: View>(
    for type: Attributes.Type, @ViewBuilder content: @escaping (ActivityViewContext<Attributes>) -> Content,
    dynamicIsland: @escaping (ActivityViewContext<Attributes>) -> DynamicIsland
  ) {}
}
public enum DynamicIslandExpandedRegionPosition { case leading, trailing, center, bottom }
public struct DynamicIslandExpandedRegion<Content: View> {
  public init(_ position: DynamicIslandExpandedRegionPosition, @ViewBuilder content: () -> Content) {}
}
@resultBuilder public struct DynamicIslandExpandedContentBuilder {
  public static func buildBlock<each Part: View>(_ part: repeat DynamicIslandExpandedRegion<each Part>) {}
}
public struct DynamicIsland {
  public init<Leading: View, Trailing: View, Minimal: View>(
    @DynamicIslandExpandedContentBuilder expanded: @escaping () -> Void,
    @ViewBuilder compactLeading: @escaping () -> Leading,
    @ViewBuilder compactTrailing: @escaping () -> Trailing,
    @ViewBuilder minimal: @escaping () -> Minimal
  ) {}
  public func widgetURL(_ url: URL?) -> DynamicIsland { self }
}
