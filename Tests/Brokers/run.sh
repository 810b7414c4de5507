#!/bin/sh
# A script of this folder on the brokers that are installed here, with a table of what it saw beside it: Tests/Brokers/run.sh SCRIPT LOAM [OPTION...]
#
# brokers: the contract on each of them; a quarter of an hour for mosquitto, NATS (one node and three) and RabbitMQ. SUITES='trixie forky' adds those
#   of other Debians.
# fleet: a city on three nodes of NATS, one of which is killed again and again; an hour. SUITES=trixie takes the NATS of that Debian.
#   apt-get install --no-install-recommends mosquitto nats-server rabbitmq-server haproxy
# A service that such a package starts is not touched: each broker runs beside it, on ports and in a folder of its own.
set -eu
cd "$(dirname "$0")/../.."
script=$1
loam=$2
shift 2
python=.build/brokers/bin/python
[ -x "$python" ] || {
  python3 -m venv .build/brokers
  "$python" -m pip install --quiet --disable-pip-version-check paho-mqtt==2.1.0
}
for suite in ${SUITES:-}; do
  folder=$(Tests/Brokers/elsewhere.sh "$suite")
  if [ "$script" = brokers ]; then set -- "$@" --also "$folder"; else PATH=$folder:$PATH; fi
done
export PATH
exec "$python" "Tests/Brokers/$script.py" "$loam" --table "Tests/Brokers/$script.md" "$@"
