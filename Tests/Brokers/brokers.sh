#!/bin/sh
# The contract on each broker that is installed here, with a table of it in Tests/Brokers/table.md: Tests/Brokers/brokers.sh LOAM [OPTION...]
#
# OPTION: of brokers.py. A quarter of an hour for mosquitto, NATS (one node and three) and RabbitMQ:
#   apt-get install --no-install-recommends mosquitto nats-server rabbitmq-server
# A service that such a package starts is not touched: each broker runs beside it, on ports and in a folder of its own.
set -eu
cd "$(dirname "$0")/../.."
loam=$1
shift
python=.build/brokers/bin/python
[ -x "$python" ] || {
  python3 -m venv .build/brokers
  "$python" -m pip install --quiet --disable-pip-version-check paho-mqtt==2.1.0
}
exec "$python" Tests/Brokers/brokers.py "$loam" --table Tests/Brokers/table.md "$@"
