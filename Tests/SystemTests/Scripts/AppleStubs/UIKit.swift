// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Not Apple's: names and types of UIKit that Examples/LoamApp uses, by hand.
@MainActor open class UIView {
  public init() {}
  open func addSubview(_ view: UIView) {}
}
@MainActor open class UIViewController {
  public init() {}
  public var view = UIView()
  open func viewDidLoad() {}
}
public class UILabel: UIView {
  public var text: String?
}
@MainActor public class UIAction {
  public init(handler: @escaping (UIAction) -> Void) {}
}
public class UIControl: UIView {
  public struct Event: Sendable {
    public static let valueChanged = Event(), touchUpInside = Event()
  }
  public var isEnabled = true
  public func addAction(_ action: UIAction, for event: Event) {}
}
public class UISlider: UIControl {
  public var value: Float = 0, minimumValue: Float = 0, maximumValue: Float = 1
}
