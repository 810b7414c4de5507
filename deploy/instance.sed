# loam.service as the template loam@.service: a garden of a fleet, /etc/loam/gardens/NAME.yaml.
s|^Description=.*|&: garden %i|
s|/etc/loam/loam\.yaml|/etc/loam/gardens/%i.yaml|g
s|^StateDirectory=loam$|StateDirectory=loam/%i\
# All gardens of a machine run as one user; each sees no store but its own.\
TemporaryFileSystem=/var/lib/loam:ro\
BindPaths=/var/lib/loam/%i|
s|^# Made by 'loam setup'\.|# In the config: store: {path: /var/lib/loam/%i}|
s|/etc/loam/mqtt-password|/etc/loam/gardens/%i.mqtt-password|
# A broker without passwords needs no file.
s|^LoadCredential=mqtt-password:.*|&\nSetCredential=mqtt-password:-|
s|${CREDENTIALS_DIRECTORY:-/etc/loam}|${CREDENTIALS_DIRECTORY:-/etc/loam/gardens}|
