/// What Kubernetes needs to run a garden: its config as a ConfigMap, and a StatefulSet with one volume. Source: the API's reference,
/// apps/v1 StatefulSet and v1 ConfigMap.
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
    let data = files.map { "  \($0.key): |2\n\(Self.block($0.text))" }.joined()
    let items = files.map { "              - {key: \($0.key), path: \"\($0.path)\"}\n" }.joined()
    return """
      ---
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: loam-\(name), labels: {app.kubernetes.io/name: loam, app.kubernetes.io/instance: \(name)}}
      data:
      \(data)---
      apiVersion: apps/v1
      kind: StatefulSet
      metadata: {name: loam-\(name), labels: {app.kubernetes.io/name: loam, app.kubernetes.io/instance: \(name)}}
      spec:
        serviceName: loam-\(name)
        replicas: 1
        selector: {matchLabels: {app.kubernetes.io/name: loam, app.kubernetes.io/instance: \(name)}}
        template:
          metadata: {labels: {app.kubernetes.io/name: loam, app.kubernetes.io/instance: \(name)}}
          spec:
            # SIGTERM closes valves; the bridge ends within 5 s.
            terminationGracePeriodSeconds: 15
            automountServiceAccountToken: false
            securityContext: {runAsNonRoot: true, runAsUser: 10000, fsGroup: 10000, seccompProfile: {type: RuntimeDefault}}
            containers:
            - name: loam
              image: "\(image)"
              args: [run, --config, /etc/loam/loam.yaml]
              env:
              - {name: STATE_DIRECTORY, value: /var/lib/loam}
              - {name: CREDENTIALS_DIRECTORY, value: /run/secrets/loam}
              securityContext:
                allowPrivilegeEscalation: false
                readOnlyRootFilesystem: true
                capabilities: {drop: [ALL]}
              resources: {requests: {memory: 32Mi, cpu: 10m}, limits: {memory: 128Mi}}
              # Ready: the broker is reached and the bridge answers. Not alive is only what has ended: a broker that is away is no reason to
              # start the bridge anew.
              readinessProbe:
                exec: {command: [/usr/bin/loam, health, --config, /etc/loam/loam.yaml]}
                periodSeconds: 60
                timeoutSeconds: 15
              volumeMounts:
              - {name: config, mountPath: /etc/loam, readOnly: true}
              - {name: passwords, mountPath: /run/secrets/loam, readOnly: true}
              - {name: state, mountPath: /var/lib/loam}
            volumes:
            - name: config
              configMap:
                name: loam-\(name)
                items:
      \(items)      - name: passwords
              secret: {secretName: loam-\(name), optional: true, defaultMode: 0440}
        volumeClaimTemplates:
        - metadata: {name: state}
          spec:
            accessModes: [ReadWriteOnce]
            resources: {requests: {storage: "\(storage)"}}

      """
  }

  /// A block scalar of YAML that is indented by four.
  private static func block(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "\n" : "    \($0)\n" }
      .joined()
  }
}
