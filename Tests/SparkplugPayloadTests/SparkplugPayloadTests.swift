import SparkplugPayload
import Testing

@Suite struct SparkplugPayloadTests {
  private func metric(_ bytes: [UInt8]) -> SparkplugMetric? {
    let body = [0x12, UInt8(bytes.count)] + bytes
    return SparkplugPayload(body.span)?.metrics.first
  }

  @Test(arguments: [
    (SparkplugType.int8, -128), (.int8, 127), (.int16, -32_768), (.int32, -2_147_483_648), (.int64, -1),
    (.uint8, 255), (.uint16, 65_535), (.uint32, 4_294_967_295), (.uint64, 9_007_199_254_740_992),
    (.float, 21.5), (.double, -0.1),
  ])
  func `a number comes back as it was written`(type: SparkplugType, number: Double) throws {
    let bytes = try #require(SparkplugPayload.command("a", .number(number), type: type))
    let metric = try #require(SparkplugPayload(bytes.span)?.metrics.first)
    #expect(metric.value(bornAs: nil) == .number(number) && metric.type == type && metric.name == "a")
  }

  @Test(arguments: [
    (SparkplugType.int8, 128), (.int8, 0.5), (.uint8, -1), (.uint16, 65_536), (.uint32, -1), (.int64, 1e300),
    (.boolean, 1), (.string, 1), (.dateTime, 1), (.uint64, .nan),
  ])
  func `a number that has no place in its type is not written`(type: SparkplugType, number: Double) {
    #expect(SparkplugPayload.command("a", .number(number), type: type) == nil)
  }

  @Test func `a command to be born again is these bytes`() {
    let bytes = SparkplugPayload.command("R", .boolean(true), type: .boolean, timestamp: 300)
    #expect(bytes == [8, 0xAC, 2, 0x12, 10, 10, 1, 0x52, 0x18, 0xAC, 2, 0x20, 11, 0x70, 1])
  }

  @Test func `the sign of a whole number is a matter of its type`() {
    let bits: [UInt8] = [0x50, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F]
    #expect(metric(bits)?.value(bornAs: nil) == .untyped)
    #expect(metric(bits)?.value(bornAs: .int16) == .number(-1))
    #expect(metric(bits)?.value(bornAs: .uint32) == .number(4_294_967_295))
    #expect(metric([0x20, 3] + bits)?.value(bornAs: .uint32) == .number(-1), "its own type wins")
    #expect(metric(bits)?.value(bornAs: .float) == .misfit)
    #expect(metric([0x20, 99] + bits)?.value(bornAs: nil) == .untyped, "a type that nobody knows")
  }

  @Test func `null wins over a value that is there`() {
    #expect(metric([0x38, 1, 0x70, 1])?.value(bornAs: nil) == SparkplugValue.none)
    #expect(metric([0x38, 0, 0x70, 1])?.value(bornAs: nil) == .boolean(true))
    #expect(metric([])?.value(bornAs: nil) == SparkplugValue.none)
  }

  @Test func `only the quality 192 is a good one`() {
    func quality(_ code: [UInt8]) -> Bool? {
      let value = [0x18] + code
      let parts: [[UInt8]] = [[0x0A, 7], Array("Quality".utf8), [0x12, UInt8(value.count)], value]
      let set = parts.flatMap { $0 }
      return metric([0x4A, UInt8(set.count)] + set)?.isBad
    }
    #expect(quality([0xC0, 0x01]) == false)
    #expect(quality([0]) == true && quality([0xF4, 0x03]) == true)
    #expect(metric([])?.isBad == false)
    #expect(metric([0x4A, 9, 0x0A, 7] + Array("Quality".utf8))?.isBad == false, "a key without a value")
  }

  @Test func `the place in the order is read without the metrics`() {
    let body: [UInt8] = [0x12, 2, 0xFF, 0xFF, 0x18, 200, 1]
    #expect(SparkplugPayload(body.span) == nil, "the metric is broken")
    #expect(SparkplugPayload.seq(of: body.span) == 200)
    let empty: [UInt8] = []
    #expect(SparkplugPayload.seq(of: empty.span) == nil)
  }

  private static let broken: [[UInt8]] = [
    [0x0B], [UInt8](repeating: 0x0B, count: 60_000), [UInt8](repeating: 0xFF, count: 60_000), [0x12, 0x7F],
    [0x12, 4, 0x0A, 2, 0xC3, 0x28], Array(#"{"seq":1}"#.utf8),
  ]

  @Test(arguments: broken)
  func `what is no such body is none`(bytes: [UInt8]) {
    #expect(SparkplugPayload(bytes.span) == nil)
  }

  @Test func `fields that are not ours are skipped, groups in groups too`() {
    let groups = [UInt8](repeating: 0x3B, count: 10) + [UInt8](repeating: 0x3C, count: 10)
    #expect(SparkplugPayload((groups + [0x18, 5]).span)?.seq == 5)
  }

  @Test func `thirty thousand empty metrics are read and say nothing`() {
    let bytes: [UInt8] = (0..<30_000).flatMap { _ in [0x12, 0] }
    #expect(SparkplugPayload(bytes.span)?.metrics.count == 30_000)
  }
}
