import test from 'ava'

import { silentLog } from '../../../src/lib/output/log.ts'
import { type StateEvent, saveStateEvent } from '../../../src/oauth/state/change-events.ts'
import { openChangePoller } from '../../../src/oauth/state/change-poller.ts'
import { openMemoryStore } from '../../../src/storage/index.ts'

test('applies an event of another process once, however often the store reports changes', async (t) => {
  let now = 1_000
  const clock = () => now
  const watchers: (() => void)[] = []
  const store = {
    ...openMemoryStore({ clock }),
    watch(_kind: string, onChange: () => void) {
      watchers.push(onChange)
      return () => {}
    },
  }
  const applied: StateEvent[] = []
  const delays: number[] = []
  const poller = openChangePoller({
    ...{ store, kind: 'events', clock, log: silentLog },
    onEvent: async (event) => void applied.push(event),
    onGap: async () => {},
    onDelay: (delayMs) => void delays.push(delayMs),
  })
  t.teardown(poller.close)

  for (const id of ['first', 'second']) {
    await saveStateEvent(store, 'events', clock, { id, event: { revoked: id, until: 9_000 } })
    now += 30
    watchers[0]?.()
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  }
  t.deepEqual(
    applied.map((event) => 'revoked' in event && event.revoked),
    ['first', 'second'],
  )
  t.deepEqual(delays, [30, 30])
})
