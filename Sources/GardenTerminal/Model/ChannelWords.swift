import GardenWords
package import LoamKit

extension ChannelsState {
  /// A line for each channel by which nothing arrives at the moment: who is reached by it waits. `name`: what people call a device.
  package func undelivered(_ name: (DeviceName) -> String?) -> [String] {
    channels.filter { $0.failing || !$0.bound }.map { channel in
      let english = Languages.english
      var words = [english(channel.bound ? .channelFailing : .channelUnbound)]
      if channel.waiting > 0 { words.append(english(.channelWaiting, ["count": "\(channel.waiting)"])) }
      return
        "\(name(channel.id) ?? channel.id.text) (\(channel.kind.rawValue)): \(words.joined(separator: ", "))"
    }
  }
}
