import Foundation
import PackagePlugin

/// Puts the language files of a target into the program, as text and by tag: another file is another language, and no list
/// has to be kept. The keys of English's texts become the cases of `TextKey`: a text that is not there does not compile.
@main struct EmbedLanguages: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) -> [Command] {
    guard let module = target as? any SourceModuleTarget else { return [] }
    let files = module.sourceFiles.map(\.url).filter { $0.pathExtension == "json" }
      .sorted { $0.path < $1.path }
    guard let english = files.first(where: { $0.lastPathComponent == "en.json" }) else { return [] }
    let made = context.pluginWorkDirectoryURL.appending(path: "EmbeddedLanguages.swift")
    let script = ###"""
      made=$1; english=$2; shift 2
      {
        echo 'let embeddedLanguages: [(tag: String, json: String)] = ['
        for file; do printf '("%s", ##"""\n%s\n"""##),\n' "$(basename "$file" .json)" "$(cat "$file")"; done
        echo ']'
        echo '/// A text that the program says: its number, and its key in the language files.'
        echo 'package enum TextKey: Int, Sendable, CaseIterable {'
        awk -F '"' '
          /^  "/ { section = $2 }
          /^    "/ && (section == "shared" || section == "bridge") {
            count = split($2, words, "_")
            name = tolower(substr(words[1], 1, 1)) substr(words[1], 2)
            for (i = 2; i <= count; i++) name = name toupper(substr(words[i], 1, 1)) substr(words[i], 2)
            print "  case " name
            keys = keys "\"" $2 "\", "
          }
          END { print "  static let names = [" keys "]" }
        ' "$english"
        echo '}'
      } >"$made"
      """###
    return [
      .buildCommand(
        displayName: "Embedding the languages", executable: URL(filePath: "/bin/sh"),
        arguments: ["-euc", script, "sh", made.path, english.path] + files.map(\.path), inputFiles: files,
        outputFiles: [made]
      )
    ]
  }
}
