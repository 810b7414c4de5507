import Foundation
import PackagePlugin

/// Puts the language files of a target into the program, as text and by tag: another file is another language, and no list
/// has to be kept.
@main struct EmbedLanguages: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) -> [Command] {
    guard let module = target as? any SourceModuleTarget else { return [] }
    let files = module.sourceFiles.map(\.url).filter { $0.pathExtension == "json" }
      .sorted { $0.path < $1.path }
    let made = context.pluginWorkDirectoryURL.appending(path: "EmbeddedLanguages.swift")
    let script = ###"""
      made=$1; shift
      {
        echo 'let embeddedLanguages: [(tag: String, json: String)] = ['
        for file; do printf '("%s", ##"""\n%s\n"""##),\n' "$(basename "$file" .json)" "$(cat "$file")"; done
        echo ']'
      } >"$made"
      """###
    return [
      .buildCommand(
        displayName: "Embedding the languages", executable: URL(filePath: "/bin/sh"),
        arguments: ["-euc", script, "sh", made.path] + files.map(\.path), inputFiles: files,
        outputFiles: [made]
      )
    ]
  }
}
