@testable import BridgeConfig
import GardenCore
import Testing

@Suite struct HomeAssistantSettingsTests {
  private static let plant = "plants: {basil: {water_every: 3d}}\n"

  @Test func `without the section there is no such device`() throws {
    let settings = try read(Self.plant).get()
    #expect(settings.homeAssistant == nil)
    #expect(settings.plan.people.map(\.id) == [])
  }

  @Test(arguments: ["home_assistant:\n", "home_assistant: {}\n"])
  func `an empty section is Home Assistant as it comes, as an operator`(text: String) throws {
    let settings = try read(text + Self.plant).get()
    #expect(
      settings.homeAssistant
        == HomeAssistantSettings(announces: true, prefix: "homeassistant", device: "home-assistant"))
    let person = try #require(settings.plan.people.first)
    #expect(person.devices == [DevicePlan(id: "home-assistant", name: "Home Assistant", role: .operator)])
    #expect(person.quiet == nil && person.notificationsPerDay == 1000)
  }

  @Test func `its keys are taken, and it reads the site's unit`() throws {
    let settings = try read(
      "site: {temperature_unit: fahrenheit}\n"
        + "home_assistant: {discovery: false, prefix: ha/discovery, device: ha-2, role: tuner}\n" + Self.plant
    ).get()
    #expect(
      settings.homeAssistant
        == HomeAssistantSettings(announces: false, prefix: "ha/discovery", device: "ha-2"))
    let device = try #require(settings.plan.people.first?.devices.first)
    #expect(device.id == "ha-2" && device.role == .tuner && device.usesFahrenheit && device.language == nil)
  }

  @Test(arguments: [
    ("home_assistant: {page: 'https://a.example/garden'}\n", "https://a.example/garden/"),
    (
      "channels: {anna-page: {kind: web, page: 'https://b.example'}}\npeople: {anna: {devices: {anna-page: {}}}}\n"
        + "home_assistant:\n", "https://b.example/"
    ),
    (
      "web: {listen: 192.0.2.7, token_file: /run/credentials/loam/web-token}\nhome_assistant:\n",
      "http://192.0.2.7:8090/"
    ),
    (
      "web: {listen: '2001:db8::7', token_file: /run/credentials/loam/web-token}\nhome_assistant:\n",
      "http://[2001:db8::7]:8090/"
    ),
    ("web: {listen: 0.0.0.0, token_file: /run/credentials/loam/web-token}\nhome_assistant:\n", nil),
    ("home_assistant:\n", nil),
  ])
  func `the page is where the file says that browsers find it`(text: String, page: String?) throws {
    #expect(try read(text + Self.plant).get().homeAssistant?.page == page)
  }
}
