// Examples/Reader/reader.ino as a program: reader DEVICE HOST PORT.
#include <math.h>
#include <stdlib.h>

#include "PubSubClient.h"

#define READER_SETTINGS
static const char *network = "", *networkPassword = "", *broker, *device, *password = "pw-hall-reader";
static uint16_t port;

#include "reader.ino"

int main(int, char **arguments) {
  setvbuf(stdout, nullptr, _IOLBF, 0);
  device = arguments[1];
  broker = arguments[2];
  port = uint16_t(atoi(arguments[3]));
  setup();
  while (!hasEnded) loop();
}
