import LoamKit
import UIKit
import UserNotifications
import UserNotificationsUI

/// The content extension for SETPOINT_ADJUST, as its Info.plist says.
final class SliderViewController: UIViewController, UNNotificationContentExtension {
  private let slider = UISlider(), label = UILabel()
  private var control: LoamKit.Slider?
  var outbox: (any Outbox)?
  override func viewDidLoad() {
    for part in [label, slider] as [UIView] { view.addSubview(part) }
    slider.addAction(UIAction { [weak self] _ in self?.show() }, for: .valueChanged)
    // A move is sent when the slider is let go: more than one a second is refused.
    slider.addAction(UIAction { [weak self] _ in self?.letGo() }, for: .touchUpInside)
  }

  func didReceive(_ notification: UNNotification) {
    guard let control = notification.loam?.control else { return }
    self.control = control
    (slider.minimumValue, slider.maximumValue) = (Float(control.min), Float(control.max))
    slider.value = Float(control.value ?? control.min)
    slider.isEnabled = control.until > EpochSeconds(.now)
    show()
  }
  private var value: Double { Double(slider.value) }
  private func show() { label.text = control.map { "\($0.title) \($0.nearest(to: value)) \($0.unit)" } }
  private func letGo() { if let control { outbox?.move(control, to: value) } }
}
