# Loam. `make` alone says what there is.
SHELL := /bin/sh
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
# One set of flags for everything that is run, measured or installed.
# Stripped by the linker: a program that is changed afterwards would be linked anew each time.
# What nothing calls stays out, function by function, and no name is kept for others to link against.
RELEASE := -c release --no-color-diagnostics --static-swift-stdlib -Xlinker -s -Xlinker --icf=all -Xlinker --no-export-dynamic \
  -Xlinker -z -Xlinker pack-relative-relocs -Xlinker -z -Xlinker now -Xswiftc -use-ld=lld -Xswiftc -Xfrontend \
  -Xswiftc -function-sections -Xcc -Os -Xcc -ffunction-sections -Xcc -fdata-sections --jobs $(JOBS)
BINARY := .build/release/loam
WEB := .build/release/loam-web
PUSH := .build/release/loam-push
FORMATTED := Package.swift Sources Tests Examples

.PHONY: help run test home-assistant producers lint format docs bench words backtest screenshots fuzz recipe faults sanitize release deb deb-test upgrade-test board-test \
  app-test developer-test matrix night brokers fleet-test container image image-test repository install uninstall protobuf swift packages

help:
	@echo 'make run        install what is missing, build, and watch a simulated garden (loam demo)'
	@echo 'make test       all tests; the last lines are the counts'
	@echo 'make home-assistant  the garden in a real Home Assistant: discovery, commands, a phone, restarts, removal'
	@echo 'make producers  the firmware of ESPHome in front of the bridge: probes, its valve and 100 kills; other readers of our fixtures'
	@echo 'make lint       format and style of Swift, JavaScript, Python, C and shell; make format writes the format anew'
	@echo 'make docs       the documentation of LoamKit and Bridge in .build/docs; a warning is an error'
	@echo 'make bench      CPU per reading and round trips of questions against a C program, 200 devices, resident memory'
	@echo 'make words      the words of every notification in each language, as the real core makes them from payloads'
	@echo 'make backtest   forecasts held against what happened, beside a calendar, a ruler and slopes'
	@echo 'make screenshots  the pictures in the README, from a demo garden that lives for a day (eight minutes)'
	@echo 'make fuzz       each decoder and document against made-up bytes; SECONDS=600 GROUPS="devices config"'
	@echo 'make recipe     adds a made-up sensor family to a copy of the tree, as Tests/Recipe/family.md says it'
	@echo 'make faults     water against every fault: the lease simulation and the whole fault matrix, with its table; the firmware of ESPHome among the devices'
	@echo 'make sanitize   tests of all that reads bytes or has threads, under the address and the thread sanitizer'
	@echo 'make release    the programs alone: $(BINARY), $(WEB) and $(PUSH)'
	@echo 'make deb        Debian packages of the programs for this machine, in .build/deb (needs debhelper); SUITE=trixie ARCH=arm64'
	@echo 'make deb-test   installs the packages from that repository in a clean Debian, sets a garden up, removes them (root, mmdebstrap); SUITE= ARCH='
	@echo 'make upgrade-test  the packages under a real systemd, upgraded and back in the middle of a watering (root, qemu-system-x86); SUITE='
	@echo 'make board-test the arm64 packages on emulated boards, from bare by the two commands of Install.md; BOARDS="small pi3 pages" (root, qemu-system-arm)'
	@echo 'make app-test   Loam as an app of Home Assistant (deploy/home-assistant), behind a proxy like its ingress (root, mmdebstrap, chromium)'
	@echo 'make developer-test  the two commands for a developer, make run and make test, on a clean Debian; an hour and a half; SUITE= (root, mmdebstrap)'
	@echo 'make matrix     the tests on other Debians, libmosquittos and processors, with their table; hours; ROWS=trixie-arm64 (root, mmdebstrap, qemu-user-static)'
	@echo 'make night      what does not run with each change: hunts, faults, sanitizers, other Debians and brokers; hours; STEPS="fuzz recipe" (.ci/steps)'
	@echo 'make brokers    the contract on mosquitto, NATS and RabbitMQ, as far as they are installed, with its table; SUITES="trixie forky" (root, mmdebstrap)'
	@echo 'make fleet-test a city of gardens on three nodes of NATS, one of which is killed again and again, with its figures; an hour'
	@echo 'make image      an image for the card of a Raspberry Pi, in .build/image (root, mmdebstrap, qemu-user-static)'
	@echo 'make image-test that image on an emulated board (root, qemu-system-arm)'
	@echo 'make container  a container image of the packages, in .build/container (root, mmdebstrap, buildah)'
	@echo 'make repository a signed apt repository of the packages, in .build/repository; KEY=, URL= (needs reprepro)'
	@echo 'make install    put programs and services in place (root; DESTDIR=, PREFIX=); then: loam setup'
	@echo 'make uninstall  take them away again; config and state stay unless PURGE=1'

# The garden shows as soon as `loam` is built; where there was no page yet, it is built meanwhile, and joins.
run: swift packages
	@if [ -x $(WEB) ]; then $(MAKE) --no-print-directory release || exit; exec $(BINARY) demo; fi; \
	swift build $(RELEASE) --product loam || exit; \
	$(MAKE) --no-print-directory release >.build/page.log 2>&1 </dev/null & page=$$!; \
	trap "kill $$page 2>/dev/null" EXIT; trap 'exit 130' INT TERM HUP; \
	$(BINARY) demo

test: export FOR_TESTS := 1
test: swift packages
	@deploy/test.sh $(JOBS)

home-assistant: export FOR_TESTS := 1
home-assistant: swift packages
	@swift build --jobs $(JOBS) --product loam
	@Tests/HomeAssistant/test.sh .build/debug/loam

producers: export FOR_TESTS := 1
producers: swift packages
	@swift build --jobs $(JOBS) --product loam
	@Tests/Producers/test.sh .build/debug/loam

lint: export FOR_TESTS := 1
lint: swift packages
	@swift format lint --strict --parallel --recursive $(FORMATTED)
	@deploy/lint.sh check
	@echo 'lint: clean'

format: export FOR_TESTS := 1
format: swift packages
	@swift format --in-place --parallel --recursive $(FORMATTED)
	@deploy/lint.sh format

docs: swift packages
	@deploy/docs.sh $(JOBS)

bench: release
	@python3 Tests/Bench/bench.py $(BINARY)

words: export FOR_TESTS := 1
words: swift packages
	@UPDATE_EXPECTED=1 swift test --jobs $(JOBS) --filter WordsTests >/dev/null
	@for language in Tests/WordsTests/Expected/*.txt; do echo "== $$language"; cat $$language; done

backtest: swift packages
	@LOAM_BACKTEST=all swift test --jobs $(JOBS) --filter BacktestTests

screenshots: release
	@FOR_TESTS=1 deploy/prepare.sh packages
	@deploy/screenshots.sh $(BINARY)

fuzz: swift packages
	@JOBS=$(JOBS) Tests/Fuzz/fuzz.sh $(or $(SECONDS),60) $(GROUPS)

recipe: swift packages
	@python3 Tests/Recipe/recipe.py

faults: export FOR_TESTS := 1
faults: export LOAM_FAULTS := all
faults: swift packages
	@OPTIONAL=1 Tests/Producers/test.sh firmware
	@LOAM_TESTS='GardenSimulationTests GardenCoreTests HubTests PushChannelsTests' LOAM_LEASES=20000 LOAM_COURIERS=10000 LOAM_TAKEOVERS=10000 LOAM_HUBS=10000 swift test -c release --scratch-path .build/faults \
	  --jobs $(JOBS) -Xswiftc -enable-testing --filter 'LeaseTests|MessagePropertyTests|PresenceTests|CourierPropertyTests|HeatPropertyTests|TakeOverTests|HubSimulationTests'
	@swift test --jobs $(JOBS) --filter 'FaultTests|FloodTests'

sanitize: export FOR_TESTS := 1
sanitize: swift packages
	@JOBS=$(JOBS) deploy/sanitize.sh address
	@JOBS=$(JOBS) deploy/sanitize.sh thread

release: swift packages
	@swift build $(RELEASE) --product loam
	@swift build $(RELEASE) --product loam-web
	@swift build $(RELEASE) --product loam-push
	@deploy/page.sh .build/release/page

deb:
	@test -x $(BINARY) -a -x $(WEB) -a -x $(PUSH) || $(MAKE) --no-print-directory release
	@test -z "$(SUITE)$(ARCH)" || deploy/cross.sh "$(SUITE)" "$(ARCH)" $(RELEASE)
	@deploy/deb.sh

deb-test:
	@Tests/Packages/clean.sh

upgrade-test:
	@ls .build/deb/*/*.deb >/dev/null 2>&1 || $(MAKE) --no-print-directory deb
	@Tests/Packages/upgrade.sh

board-test:
	@Tests/Packages/board.sh $(BOARDS)

app-test:
	@Tests/Packages/app.sh

developer-test:
	@Tests/Packages/developer.sh $(SUITE)

brokers: swift packages
	@swift build --jobs $(JOBS) --product loam
	@Tests/Brokers/run.sh brokers .build/debug/loam

fleet-test: release
	@Tests/Brokers/run.sh fleet $(BINARY)

night: swift packages
	@.ci/night $(STEPS)

matrix:
	@JOBS=$(JOBS) Tests/Matrix/matrix.sh $(ROWS)

image: repository
	@deploy/image.sh

image-test:
	@Tests/Packages/image.sh

container: repository
	@deploy/container.sh

repository:
	@ls .build/deb/*/*.deb >/dev/null 2>&1 || $(MAKE) --no-print-directory deb
	@deploy/repository.sh

install:
	@test -x $(BINARY) -a -x $(WEB) -a -x $(PUSH) || $(MAKE) --no-print-directory release
	@deploy/install.sh install $(BINARY)

uninstall:
	@deploy/install.sh uninstall

# Writes the generated Swift anew after a change of the .proto. PROTOC_GEN_SWIFT: the plugin of the swift-protobuf release
# in Package.swift, built in a clone of it with `swift build --product protoc-gen-swift`; protoc: Debian protobuf-compiler.
PROTOC_GEN_SWIFT ?= protoc-gen-swift
protobuf:
	@cd Sources/SparkplugPayload && protoc --plugin=protoc-gen-swift=$(shell command -v $(PROTOC_GEN_SWIFT)) \
	  --swift_opt=UseAccessLevelOnImports=true --swift_out=. sparkplug_b.proto

swift:
	@deploy/prepare.sh swift

packages:
	@deploy/prepare.sh packages
