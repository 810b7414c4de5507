import LoamKit
import UIKit
import UserNotifications
import UserNotificationsUI

/// The content extension for SETPOINT_ADJUST. Its Info.plist has UNNotificationExtensionUserInteractionEnabled.
final class SliderViewController: UIViewController, UNNotificationContentExtension {
  private let slider = UISlider(), label = UILabel()
  private var control: LoamKit.Slider?
  var outbox: (any Outbox)?

  override func viewDidLoad() {
    view.addSubview(label)
    view.addSubview(slider)
    slider.addAction(UIAction { [weak self] _ in self?.show() }, for: .valueChanged)
    // A move is sent when the slider is let go: more than one a second is refused.
    slider.addAction(UIAction { [weak self] _ in self?.letGo() }, for: .touchUpInside)
  }

  func didReceive(_ notification: UNNotification) {
    guard let control = notification.loam?.control else { return }
    self.control = control
    (slider.minimumValue, slider.maximumValue) = (Float(control.min), Float(control.max))
    slider.value = Float(control.value ?? control.min)
    slider.isEnabled = control.until > .now
    show()
  }

  private func show() { label.text = control.map { "\($0.title) \(onGrid($0)) \($0.unit)" } }
  private func letGo() { if let control { outbox?.move(control, to: onGrid(control)) } }

  /// The nearest step, counted from the least value.
  private func onGrid(_ control: LoamKit.Slider) -> Double {
    let steps = ((Double(slider.value) - control.min) / control.step).rounded()
    return min(control.max, control.min + steps * control.step)
  }
}
