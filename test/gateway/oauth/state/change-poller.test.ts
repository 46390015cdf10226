import test, { type ExecutionContext } from 'ava'
import { type StateEvent, saveStateEvent } from '../../../../src/gateway/oauth/state/change-events.ts'
import { openChangePoller } from '../../../../src/gateway/oauth/state/change-poller.ts'
import { openLog } from '../../../../src/shared/lib/output/log.ts'
import { openMemoryStore, type StateStore } from '../../../../src/shared/storage/index.ts'

const start = 1_700_000_000_000

/** A poller with a frozen clock. `wake` is the report of the store that something changed. */
function open(t: ExecutionContext, changed: (store: StateStore) => Partial<StateStore> = () => ({})) {
  const time = { now: start }
  const clock = () => time.now
  const memory = openMemoryStore({ clock })
  const report: { change(): void } = { change: () => t.fail('nothing watches the store') }
  const counts = { gaps: 0, watching: 0 }
  const cursors: (string | undefined)[] = []
  const base: StateStore = {
    ...memory,
    watch(_kind, onChange) {
      report.change = onChange
      counts.watching += 1
      return () => {
        counts.watching -= 1
      }
    },
    listChanges(kind, cursor) {
      cursors.push(cursor)
      return memory.listChanges(kind, cursor)
    },
  }
  const store = { ...base, ...changed(base) }
  const applied: string[] = []
  const delays: number[] = []
  const lines: string[] = []
  const announced: unknown[] = []
  const openPoller = () =>
    openChangePoller({
      store,
      kind: 'events',
      clock,
      log: openLog({ write: (line) => lines.push(line) }),
      announce: (message) => announced.push(message),
      onEvent: async (event) => void applied.push('revoked' in event ? event.revoked : 'keys'),
      onGap: async () => {
        counts.gaps += 1
      },
      onDelay: (delayMs) => void delays.push(delayMs),
    })
  const settle = async () => {
    for (let turn = 0; turn < 40; turn += 1) await Promise.resolve()
  }
  const wake = async () => {
    report.change()
    await settle()
  }
  const saveEvent = (id: string) => saveStateEvent(memory, 'events', clock, { id, event: eventOf(id) })
  return { time, memory, counts, cursors, applied, delays, lines, announced, openPoller, settle, wake, saveEvent }
}

function eventOf(revoked: string): StateEvent {
  return { revoked, until: start + 9_000 }
}

test('applies an event of another process once, however often the store reports changes', async (t) => {
  const { openPoller, wake, saveEvent, time, applied, delays, cursors } = open(t)
  openPoller()
  for (const id of ['first', 'second']) {
    await saveEvent(id)
    time.now += 30
    await wake()
    await wake()
  }
  t.deepEqual(applied, ['first', 'second'])
  t.deepEqual(delays, [30, 30])
  t.deepEqual(cursors, [undefined, '1', '1', '2'], 'reads only what is new')
})

test('the store keeps an event for a minute and wakes its watchers', async (t) => {
  const saved: unknown[] = []
  const { openPoller, announced } = open(t, () => ({ save: async (...args) => void saved.push(args) }))
  await openPoller().publish(eventOf('chain'))
  const [message] = announced as [{ id: string }]
  const options = { expiresAt: start + 60_000, wakesWatchers: true }
  t.deepEqual(saved, [['events', message.id, eventOf('chain'), options]])
  t.deepEqual(announced, [{ id: message.id, event: eventOf('chain') }])
})

test('does not apply its own events, whichever way they return', async (t) => {
  const { openPoller, wake, applied, announced, delays } = open(t)
  const poller = openPoller()
  await poller.publish(eventOf('own'))
  await wake()
  await poller.receive(structuredClone(announced[0]))
  t.deepEqual(applied, [])
  t.deepEqual(delays, [])
})

test('an event that was announced is not applied again, and has no delay in the store', async (t) => {
  const { openPoller, wake, saveEvent, applied, delays } = open(t)
  const poller = openPoller()
  await poller.receive({ id: 'first', event: eventOf('first') })
  await saveEvent('first')
  await wake()
  t.deepEqual(applied, ['first'])
  t.deepEqual(delays, [])
})

test('applies events from before its start without a delay', async (t) => {
  const { openPoller, wake, saveEvent, time, applied, delays } = open(t)
  await saveEvent('before')
  time.now += 1
  openPoller()
  await saveEvent('at the start')
  await wake()
  t.deepEqual(applied.sort(), ['at the start', 'before'])
  t.deepEqual(delays, [0])
})

test('a clock that is set back makes no negative delay', async (t) => {
  const { openPoller, wake, saveEvent, time, delays } = open(t)
  openPoller()
  time.now += 100
  await saveEvent('first')
  time.now -= 50
  await wake()
  t.deepEqual(delays, [0])
})

test('reads everything again after a pause of more than 30 s, before events can have expired', async (t) => {
  const { openPoller, wake, time, counts } = open(t)
  openPoller()
  for (const [pauseMs, gaps] of [
    [30_000, 0],
    [30_001, 1],
    [30_000, 1],
    [0, 1],
    [30_001, 2],
  ] as const) {
    time.now += pauseMs
    await wake()
    t.is(counts.gaps, gaps)
  }
})

test('remembers applied events for two minutes, longer than the store keeps them', async (t) => {
  const { openPoller, wake, time, applied } = open(t)
  const poller = openPoller()
  const message = { id: 'first', event: eventOf('first') }
  await poller.receive(message)
  time.now += 119_999
  await wake()
  await poller.receive(message)
  t.deepEqual(applied, ['first'])
  time.now += 1
  await wake()
  await poller.receive(message)
  t.deepEqual(applied, ['first', 'first'])
})

test('ignores a message that is no event', async (t) => {
  const { openPoller, applied } = open(t)
  await openPoller().receive({ id: 'x' })
  t.deepEqual(applied, [])
})

test('reports of the store during a poll lead to one more poll, after the first', async (t) => {
  const gates: PromiseWithResolvers<void>[] = []
  const { openPoller, wake, settle, applied, saveEvent } = open(t, (store) => ({
    async listChanges(...args) {
      const gate = Promise.withResolvers<void>()
      gates.push(gate)
      await gate.promise
      return store.listChanges(...args)
    },
  }))
  openPoller()
  for (let turn = 0; turn < 3; turn += 1) await wake()
  t.is(gates.length, 1)
  gates[0]?.resolve()
  await settle()
  t.is(gates.length, 2)
  await saveEvent('first')
  gates[1]?.resolve()
  await settle()
  t.is(gates.length, 2)
  t.deepEqual(applied, ['first'])
  await wake()
  t.is(gates.length, 3, 'the next report starts a poll again')
})

test('an event that the store refuses is announced, logged, and saved later', async (t) => {
  const disk = { isFull: true }
  const { openPoller, wake, memory, announced, lines } = open(t, (store) => ({
    async save(...args) {
      if (disk.isFull) throw new Error('the disk is full')
      return store.save(...args)
    },
  }))
  await openPoller().publish(eventOf('chain'))
  t.is(announced.length, 1)
  t.like(JSON.parse(lines[0] as string), { level: 'warn', err: { message: 'the disk is full' } })
  disk.isFull = false
  await wake()
  t.is((await memory.list('events')).length, 1)
})

for (const isClosed of [false, true]) {
  test(`a poll that fails ${isClosed ? 'after the end is not' : 'is'} logged`, async (t) => {
    const gate = Promise.withResolvers<never>()
    const { openPoller, wake, settle, lines } = open(t, () => ({ listChanges: () => gate.promise }))
    const poller = openPoller()
    await wake()
    if (isClosed) poller.close()
    gate.reject(new Error('the store is closed'))
    await settle()
    t.deepEqual(
      lines.map((line) => JSON.parse(line).err.message),
      isClosed ? [] : ['the store is closed'],
    )
  })
}

test('polls again after a poll that failed', async (t) => {
  let failures = 1
  const { openPoller, wake, saveEvent, applied } = open(t, (store) => ({
    async listChanges(...args) {
      failures -= 1
      if (failures === 0) throw new Error('busy')
      return store.listChanges(...args)
    },
  }))
  openPoller()
  await saveEvent('first')
  await wake()
  t.deepEqual(applied, [])
  await wake()
  t.deepEqual(applied, ['first'])
})

test('does not poll once it is closed', async (t) => {
  const { openPoller, wake, saveEvent, applied, counts } = open(t)
  const poller = openPoller()
  t.is(counts.watching, 1)
  poller.close()
  t.is(counts.watching, 0)
  await saveEvent('first')
  await wake()
  t.deepEqual(applied, [])
})

test('reads the whole state again after a restart of the store', async (t) => {
  const restart = { isRestart: true }
  const { openPoller, wake, settle, counts, cursors } = open(t, (store) => ({
    listChanges: async (...args) => ({ ...(await store.listChanges(...args)), ...restart }),
  }))
  openPoller()
  await wake()
  await settle()
  t.is(counts.gaps, 1)
  restart.isRestart = false
  await wake()
  await settle()
  t.is(counts.gaps, 1)
  t.deepEqual(cursors, [undefined, '0'])
})
