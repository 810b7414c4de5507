import BridgeConfig
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
}
