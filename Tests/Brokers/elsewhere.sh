#!/bin/sh
# The brokers of another Debian, to be started like those that are installed here: Tests/Brokers/elsewhere.sh SUITE prints a folder with a script
# for each of their programs. Needs root and mmdebstrap.
set -eu
cd "$(dirname "$0")/../.."
# shellcheck source=deploy/cross/place.sh
. deploy/cross/place.sh

need_root
suite=$1
root=$cross/brokers-$suite
[ -e "$root" ] || debian "$root" "$suite" --variant=minbase --include=mosquitto,nats-server,rabbitmq-server
# RabbitMQ asks for the address of "localhost", which a bare Debian does not know.
cp /etc/hosts "$root/etc/hosts"
here=$PWD/.build/brokers/$suite
mkdir -p "$here"
for program in mosquitto nats-server rabbitmq-server rabbitmqctl epmd; do
  # RabbitMQ's own folder first: its scripts in the others become another user, who may not write here.
  file=$(cd "$root" && find usr/lib/rabbitmq/bin usr/sbin usr/bin -name "$program" 2>/dev/null | head -n 1)
  [ "$file" ] || continue
  # Each program replaces the one before: who kills the first kills the broker.
  cat >"$here/$program" <<END
#!/bin/sh
exec unshare --mount sh -c 'for place in /tmp /proc /dev; do mount --rbind "\$place" "$root\$place"; done; exec chroot "$root" "\$@"' sh /$file "\$@"
END
  chmod +x "$here/$program"
done
echo "$here"
