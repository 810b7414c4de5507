# shellcheck shell=sh disable=SC2154
# Part of install.sh and of the package's postrm: takes away what 'loam setup' gave to the mosquitto in $broker, unless others use it.
# Accounts of the garden's own go; those of gadgets and phones are their owner's.
if [ -f "$broker/loam.passwd" ]; then
  sed -i '/^\(loam\|loam-web\|loam-push\|dashboard\):/d' "$broker/loam.passwd"
fi
if [ -s "$broker/loam.passwd" ]; then
  names=$(cut -d: -f1 "$broker/loam.passwd" | paste -sd' ')
  echo "loam: the broker keeps its settings, because others have accounts there: $names" >&2
  echo "loam: to give all of it up: rm $broker/conf.d/loam.conf $broker/loam.acl $broker/loam.passwd, then systemctl restart mosquitto" >&2
else
  if [ -e "$broker/conf.d/loam.conf" ]; then
    echo "loam: from its next start on the broker is Debian's own again, which only this machine reaches: systemctl restart mosquitto" >&2
  fi
  rm -f "$broker/conf.d/loam.conf" "$broker/loam.acl" "$broker/loam.passwd"
fi
