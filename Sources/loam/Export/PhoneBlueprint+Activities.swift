import GardenWords

/// What runs, from its retained documents: shown in coarse steps, the phone counting the time between them, and taken from the
/// screen on every way out.
///
/// Each document begins a run of the automation that waits for the next one of its activity, as long as it counts as fresh. Where
/// none comes, because the bridge, the broker or the valve is gone, that run clears the screen. A killed Home Assistant hears the
/// retained documents again when it is back, and the same follows from them.
///
/// An activity's id is a UUID, so neither its tag nor the event needs the base topic in it: an iPhone takes no tag of more than 64 letters,
/// and Home Assistant no such event.
extension PhoneBlueprint {
  var shown: String {
    """
          - conditions: "{{ trigger.id == 'activity' and activities }}"
            sequence:
              - variables:
                  run: "{{ trigger.topic.split('/') | last }}"
                  d: "{{ trigger.payload_json if trigger.payload_json is defined else {} }}"
                  time: "{{ now().timestamp() }}"
                  dated: "{{ d.get('clock') != 'unset' }}"
                  # A document from before this automation was there: Home Assistant was away meanwhile.
                  replayed: "{{ d.get('timestamp', 0) <= as_timestamp(this.last_changed) }}"
                  # How many seconds it may stand on the screen. An end that is told again does not come back.
                  left: >-
                    {% if not d %}0{% elif d.state == 'ended' %}{{ 0 if replayed or dated and time > d.timestamp + 90 else 15 }}
                    {% else %}{{ [[d['stale-date'] - d.timestamp, d['stale-date'] + 30 - time if dated else 28800]
                      | min, 0] | max }}{% endif %}
                  ends: "{{ d.get('ends', d.get('stale-date', 0)) + (0 if dated else time | int - d.get('timestamp', 0)) }}"
                  # Whether the phone is an Android. Another one, or a group, is shown the start and the end, and counts the time between
                  # by itself: after a swipe, an iPhone would begin anew with each step (home-assistant/iOS#5860).
                  stepwise: >-
                    {% set phone = namespace(maker='Apple') %}
                    {% for id in integration_entities('mobile_app') %}{% set app = device_id(id) %}
                    {% if app and 'notify.mobile_app_' ~ (device_attr(app, 'name') | slugify) == service %}
                    {% set phone.maker = device_attr(app, 'manufacturer') %}{% endif %}{% endfor %}{{ phone.maker != 'Apple' }}
                  # A tenth of the way, and no oftener than a quarter of a minute; the bridge's own steps are a hundredth.
                  isStep: >-
                    {% if not d or left <= 0 %}false{% elif d.state == 'ended' or replayed %}true
                    {% elif not stepwise %}{{ d.seq == 1 }}{% else %}
                    {% set long = [d.get('ends', d.started + 3600) - d.started, 1] | max %}
                    {{ (d['content-state'].progress + 0.000001) % ([0.1, 15 / long] | max) < 1.2 * ([0.01, 1 / long] | max) }}
                    {% endif %}
              - event: loam_activity
                event_data: {run: "{{ run }}", phone: "{{ service }}"}
              - if: "{{ isStep }}"
                then:
                  - variables:
                      # What stays on the screen as it is says nothing that changes.
                      moves: "{{ stepwise or d.state == 'ended' }}"
                      what: >-
                        {{ d['content-state'].title if moves else {'watering': \(quoted("entity_watering")), 'heating':
                        \(quoted("entity_heating"))}.get(d.kind, d['content-state'].title) }}
                      # Android: a tap leaves it there, a phone asleep hears of it at once, and where nobody takes it from the screen
                      # it goes by itself.
                      live: >-
                        {% set p = (d['content-state'].progress * 100) | int %}
                        {% set all = {'tag': 'loam-' ~ run, 'live_update': true, 'alert_once': true, 'importance': 'low',
                          'channel': \(quoted("entity_watering")),
                          'notification_icon': 'mdi:radiator' if d.kind == 'heating' else 'mdi:watering-can', 'url': tap, 'clickAction': tap,
                          'priority': 'high', 'push': {'interruption-level': 'passive'}} %}
                        {% set all = dict(all, progress=p, progress_max=100, critical_text=p ~ ' %') if moves else all %}
                        {{ dict(all, timeout=60) if d.state == 'ended' else dict(all, sticky=true, chronometer='ends' in d,
                          when=ends, timeout=[ends - time, left] | max | int + 120) }}
                  - service: "{{ service }}"
                    continue_on_error: true
                    data:
                      title: "\(plain("d.attributes.name"))"
                      message: "\(plain("what"))"
                      data: "{{ live }}"
              - if: "{{ left > 0 }}"
                then:
    \(newer("{{ left }}", at: 14))
                  - if: "{{ wait.trigger is not none }}"
                    then:
                      - stop: A newer document took over.
              # Twice, for a phone that is just away.
              - repeat:
                  count: 2
                  sequence:
                    - service: "{{ service }}"
                      continue_on_error: true
                      data:
                        message: clear_notification
                        data:
                          tag: "loam-{{ run }}"
                          priority: high
    \(newer("15", at: 16))
                    - if: "{{ wait.trigger is not none }}"
                      then:
                        - stop: A newer document took over.
    """
  }

  /// The next document of the same activity, for the same phone.
  private func newer(_ seconds: String, at column: Int) -> String {
    """
    - wait_for_trigger:
        - platform: event
          event_type: loam_activity
          event_data: {run: "{{ run }}", phone: "{{ service }}"}
      timeout:
        seconds: "\(seconds)"
    """.split(separator: "\n").map { String(repeating: " ", count: column) + $0 }.joined(separator: "\n")
  }

  private func quoted(_ key: String) -> String { jinja(words(key)) }
}
