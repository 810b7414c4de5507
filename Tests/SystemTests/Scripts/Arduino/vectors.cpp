// Reads documents with the code of Examples/Reader: a line `KIND DOCUMENT` in, a line out, `refused` or what was read.
#include <iostream>
#include <string>
#include <vector>

#include "plant_state.h"

static std::string quoted(const char *text) {
  std::string out = "\"";
  for (const char *p = text; *p; p++) out += *p == '\n' ? "\\n" : *p == '"' || *p == '\\' ? std::string("\\") + *p : std::string(1, *p);
  return out + "\"";
}

static std::string reading(const std::string &kind, const std::string &text) {
  loam::PlantState plant;
  loam::BridgeStatus status;
  loam::Ack ack;
  // In a block of its own size, so that the address sanitizer sees a byte too far.
  const std::vector<char> bytes(text.begin(), text.end());
  if (kind == "plant-state" && loam::read(bytes.data(), bytes.size(), plant)) {
    std::string out = "{\"n\":" + quoted(plant.name) + ",\"s\":" + quoted(plant.condition) + ",\"r\":" + std::to_string(plant.revision);
    if (plant.moisture == plant.moisture) out += ",\"m\":" + std::to_string(plant.moisture);
    if (plant.dryBelow == plant.dryBelow) out += ",\"d\":" + std::to_string(plant.dryBelow);
    if (plant.lastWatering) out += ",\"l\":" + std::to_string(plant.lastWatering);
    if (plant.nextWatering) out += ",\"x\":" + std::to_string(plant.nextWatering);
    return out + (plant.measured ? ",\"t\":" + std::to_string(plant.measured) : "") + "}";
  }
  if (kind == "bridge-status" && loam::read(bytes.data(), bytes.size(), status)) {
    return std::string("{\"online\":") + (status.isOnline ? "true" : "false") + ",\"ts\":" + std::to_string(status.now) + "}";
  }
  if (kind == "ack" && loam::read(bytes.data(), bytes.size(), ack)) {
    const std::string re = *ack.re ? ",\"re\":" + quoted(ack.re) : "";
    return std::string("{\"ok\":") + (ack.isOK ? "true" : "false") + ",\"code\":" + quoted(ack.code) + re + "}";
  }
  return "refused";
}

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    const size_t space = line.find(' ');
    std::cout << reading(line.substr(0, space), line.substr(space + 1)) << std::endl;
  }
}
