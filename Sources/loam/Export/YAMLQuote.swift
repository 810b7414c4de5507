import Foundation

/// Text from a config as a YAML scalar: in double quotes, which every reader of YAML and JSON takes the same way.
func yamlQuoted(_ text: String) -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.withoutEscapingSlashes]
  guard let data = try? encoder.encode(text) else { return "\"\"" }
  return String(decoding: data, as: UTF8.self)
}
