/// What Kubernetes needs to run a garden: its config as a ConfigMap, and a StatefulSet with one volume, as `deploy/kubernetes.yaml` has them.
/// Source: the API's reference, apps/v1 StatefulSet and v1 ConfigMap.
struct GardenManifest {
  /// A label by RFC 1123.
  var name: String
  var image: String
  /// A quantity, such as 1Gi.
  var storage: String

  /// - Parameter parts: files that the config includes, by their paths from its folder.
  func text(config: String, parts: [(path: String, text: String)]) -> String {
    // A key has no '/': the mount puts each file where the config looks for it.
    let files =
      [(key: "loam.yaml", path: "loam.yaml", text: config)]
      + parts.enumerated().map { i, part in
        (key: "part-\(i + 1).yaml", path: part.path, text: part.text)
      }
    return TextTemplate.filled(PackageResources.kubernetes_yaml) { place, _ in
      switch place {
      case "name": name
      case "image": image
      case "storage": storage
      case "data": files.map { "  \($0.key): |2\n\(Self.block($0.text))" }.joined()
      case "items": files.map { "              - {key: \($0.key), path: \"\($0.path)\"}\n" }.joined()
      default: "«\(place)»"
      }
    }
  }

  /// A block scalar of YAML that is indented by four.
  private static func block(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "\n" : "    \($0)\n" }
      .joined()
  }
}
