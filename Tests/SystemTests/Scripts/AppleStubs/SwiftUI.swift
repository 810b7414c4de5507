// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Not Apple's: names and types of SwiftUI that Examples/LoamApp uses, by hand, so that it can be type-checked without Apple's tools.
import Foundation

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}
extension Never: View { public var body: Never { fatalError() } }
extension View where Body == Never { public var body: Never { fatalError() } }

public struct TupleView: View { public typealias Body = Never }
public struct EitherView: View { public typealias Body = Never }
extension Optional: View where Wrapped: View { public typealias Body = Never }

@resultBuilder public struct ViewBuilder {
  public static func buildBlock<each Part: View>(_ part: repeat each Part) -> TupleView { TupleView() }
  public static func buildBlock<Part: View>(_ part: Part) -> Part { part }
  public static func buildIf<Part: View>(_ part: Part?) -> Part? { part }
  public static func buildEither<Part: View>(first: Part) -> EitherView { EitherView() }
  public static func buildEither<Part: View>(second: Part) -> EitherView { EitherView() }
}

public struct Text: View {
  public typealias Body = Never
  public struct DateStyle: Sendable {
    public static let date = DateStyle(), timer = DateStyle()
  }
  nonisolated public init(_ content: String) {}
  nonisolated public init(_ date: Date, style: DateStyle) {}
}
public struct VStack<Content: View>: View {
  public typealias Body = Never
  nonisolated public init(@ViewBuilder content: () -> Content) {}
}
public struct ProgressView: View {
  public typealias Body = Never
  nonisolated public init(value: Double?) {}
}
public struct Font: Sendable {
  public static let title = Font(), subheadline = Font(), body = Font()
}
public struct Color: Sendable {
  public static let green = Color()
}
extension View {
  nonisolated public func font(_ font: Font?) -> some View { self }
  nonisolated public func tint(_ tint: Color?) -> some View { self }
}
// The names that LoamKit has as well.
public struct Slider {}
public struct Alert {}
