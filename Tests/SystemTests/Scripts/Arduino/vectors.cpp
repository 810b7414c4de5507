// Reads documents with the code of Examples/Reader: a line `KIND` and the document's bytes in hexadecimal in, a line out, `refused` or what
// was read, with all its fields.
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "contract.h"

static std::string written(const loam::Value &value);

static std::string quoted(const loam::Text &text) {
  std::vector<char> utf8(size_t(text.end - text.begin) + 1);
  text.copy(utf8.data(), utf8.size());
  std::string out = "\"";
  for (const char *p = utf8.data(); *p; p++) {
    char escape[8];
    snprintf(escape, sizeof escape, "\\u%04x", unsigned(uint8_t(*p)));
    out += uint8_t(*p) < 0x20 || *p == '"' || *p == '\\' ? std::string(escape) : std::string(1, *p);
  }
  return out + "\"";
}

static std::string writtenPart(const loam::Value &value) {
  std::string out;
  for (uint8_t i = 0; i < value.part->count; i++) {
    if (value[i].isThere()) out += std::string(out.empty() ? "\"" : ",\"") + value.part->fields[i].key + "\":" + written(value[i]);
  }
  return "{" + out + "}";
}

static std::string writtenItems(const loam::Value &value) {
  std::string out;
  int i = 0;
  for (loam::Members members(value.json); members.next(); i++) {
    const loam::Value item = value.item(members.value, i);
    if (!item.isThere()) continue;
    const std::string key = value.json.kind == '{' ? quoted(members.key) + ":" : "";
    out += (out.empty() ? "" : ",") + key + written(item);
  }
  return value.json.kind == '{' ? "{" + out + "}" : "[" + out + "]";
}

static std::string written(const loam::Value &value) {
  if (value.part) return writtenPart(value);
  if (value.type->form == loam::Form::object) {
    // Line feeds in it are white space.
    std::string raw(value.json.begin, value.json.end);
    for (char &c : raw) c = c == '\n' || c == '\r' ? ' ' : c;
    return raw;
  }
  char number[32];
  switch (value.json.kind) {
    case '{':
    case '[': return writtenItems(value);
    case '"': return quoted(value.text());
    case 't':
    case 'f': return value.flag() ? "true" : "false";
    default: snprintf(number, sizeof number, "%.17g", value.number(NAN)); return number;
  }
}

static const loam::Part &part(const std::string &name) {
  for (const loam::Kind &kind : loam::kinds) {
    if (name == kind.name) return *kind.part;
  }
  throw std::invalid_argument(name);
}

int main() {
  for (std::string kind, hex; std::cin >> kind >> hex;) {
    // In a block of its own size, so that the address sanitizer sees a byte too far. A document may be empty.
    std::vector<char> bytes;
    for (size_t i = 1; i + 1 < hex.size(); i += 2) bytes.push_back(char(std::stoi(hex.substr(i, 2), nullptr, 16)));
    loam::Value document;
    const bool isRead = loam::read(part(kind), bytes.data(), bytes.size(), document);
    std::cout << (isRead ? written(document) : "refused") << "\n";
  }
}
