#!/bin/sh
# Type-checks Examples/LoamApp with stand-ins of Apple's modules. It is no build: Apple's tools have never seen it.
#
#   typecheck_app.sh MODULES FOLDER     MODULES: where LoamKit.swiftmodule is; FOLDER: for what is made
set -eu
modules=$1 folder=$2
root=$(cd "$(dirname "$0")/../../.." && pwd)
for module in SwiftUI UserNotifications UserNotificationsUI WatchKit UIKit WidgetKit ActivityKit; do
  swiftc -emit-module -parse-as-library -swift-version 6 -module-name "$module" -I "$folder" \
    -o "$folder/$module.swiftmodule" "$root/Tests/SystemTests/Scripts/AppleStubs/$module.swift"
done
swiftc -typecheck -warnings-as-errors -swift-version 6 -module-name LoamApp -I "$folder" -I "$modules" \
  -I "$root/Sources/CLibcrypto" "$root"/Examples/LoamApp/*.swift
