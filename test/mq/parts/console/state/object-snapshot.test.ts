import test from 'ava'
import { ObjectSnapshot, type SnapshotRow } from '../../../../../src/mq/parts/console/state/object-snapshot.ts'
import { ObjectSnapshots } from '../../../../../src/mq/parts/console/state/object-snapshots.ts'

test('a poll gets the rows that changed since the last one, and the deleted keys', (t) => {
  const snapshot = new ObjectSnapshot()
  const first = poll(snapshot, { a: '1', b: '1' }, -1)
  t.deepEqual(first.changed, ['a=1', 'b=1'])
  t.deepEqual(poll(snapshot, { a: '1', b: '1' }, first.last), { changed: [], deleted: [], last: first.last })

  const second = poll(snapshot, { a: '2', c: '1' }, first.last)
  t.deepEqual([second.changed, second.deleted], [['a=2', 'c=1'], ['b']])
  const third = poll(snapshot, { a: '2', b: '1', c: '1' }, second.last)
  t.deepEqual([third.changed, third.deleted], [['b=1'], []])
})

test('a client that missed polls gets everything since its own', (t) => {
  const snapshot = new ObjectSnapshot()
  const slow = poll(snapshot, { a: '1', b: '1', c: '1' }, -1).last
  let last = slow
  for (const value of ['2', '3']) last = poll(snapshot, { a: value, b: '1' }, last).last
  t.deepEqual(poll(snapshot, { a: '3', b: '1' }, slow), { changed: ['a=3'], deleted: ['c'], last })
})

test('of polls that overlap, none misses a change', (t) => {
  const snapshot = new ObjectSnapshot()
  const known = poll(snapshot, { a: '1', b: '1' }, -1).last

  const early = snapshot.compare(rows({ a: '1', b: '2' }), known)
  early.next() // it has passed a, when a changes
  const late = poll(snapshot, { a: '2', b: '2' }, known)
  t.deepEqual(late.changed, ['a=2', 'b=2'])
  const rest = finish(early)
  t.deepEqual(rest.changed, ['b=2'])
  t.deepEqual(poll(snapshot, { a: '2', b: '2' }, rest.last).changed, ['a=2', 'b=2'], 'a, and b again')
  const again = poll(snapshot, { a: '2', b: '2' }, late.last)
  t.true(again.changed.length <= 2)
})

test('a poll that is cut off loses no change', (t) => {
  const snapshot = new ObjectSnapshot()
  const known = poll(snapshot, { a: '1', b: '1' }, -1).last
  const cut = snapshot.compare(rows({ a: '2', b: '2' }), known)
  cut.next()
  cut.return({ deleted: [], last: 0, isConsistent: false })
  const next = poll(snapshot, { a: '2', b: '2' }, known)
  t.deepEqual(next.changed, ['a=2', 'b=2'])
  t.deepEqual(poll(snapshot, { a: '2', b: '2' }, next.last).changed, [])
})

test('a row whose object has the same version is not rendered again', (t) => {
  const snapshot = new ObjectSnapshot()
  const [object, other] = [{}, {}]
  let rendered = 0
  const pollRow = (version: SnapshotRow['version'], value: string, since: number) => {
    const render = () => {
      rendered++
      return `a=${value}`
    }
    return finish(snapshot.compare([{ key: 'a', version, render }], since))
  }

  const first = pollRow({ object, changedAt: 1 }, '1', -1)
  t.deepEqual([first.changed, rendered], [['a=1'], 1])
  t.deepEqual(pollRow({ object, changedAt: 1 }, '2', first.last).changed, [])
  t.is(rendered, 1)
  t.deepEqual(pollRow({ object, changedAt: 2 }, '1', first.last).changed, [], 'another version of equal text')
  t.is(rendered, 2)
  const second = pollRow({ object, changedAt: 3 }, '3', first.last)
  t.deepEqual(second.changed, ['a=3'])
  t.deepEqual(pollRow({ object: other, changedAt: 3 }, '4', second.last).changed, ['a=4'])
  t.deepEqual(pollRow({ object: other, changedAt: 3 }, '4', -1).changed, ['a=4'], 'a new client gets every row')
})

test('an object that comes back after a rollback is sent again', (t) => {
  const snapshot = new ObjectSnapshot()
  const [before, after] = [{}, {}]
  const pollRow = (object: object, value: string, since: number) => {
    const row = { key: 'a', version: { object, changedAt: 0 }, render: () => `a=${value}` }
    return finish(snapshot.compare([row], since))
  }
  const first = pollRow(before, '1', -1)
  const second = pollRow(after, '2', first.last)
  t.deepEqual(second.changed, ['a=2'])
  const third = pollRow(before, '1', second.last)
  t.deepEqual(third.changed, ['a=1'])
  t.deepEqual(pollRow(before, '1', third.last).changed, [])
})

test('a deleted row with a version is found again when it returns', (t) => {
  const snapshot = new ObjectSnapshot()
  const row = { key: 'a', version: { object: {}, changedAt: 0 }, render: () => 'a=1' }
  const other = { key: 'b', version: { object: {}, changedAt: 0 }, render: () => 'b=1' }
  const both = finish(snapshot.compare([row, other], -1))
  const without = finish(snapshot.compare([other], both.last))
  t.deepEqual([without.changed, without.deleted], [[], ['a']])
  const again = finish(snapshot.compare([row, other], without.last))
  t.deepEqual([again.changed, again.deleted], [['a=1'], []])
})

test('an unknown revision gets the whole list', (t) => {
  const clock = { now: 0 }
  const snapshots = new ObjectSnapshots(() => clock.now)
  const { epoch, snapshot } = snapshots.find('queues', undefined, 10)
  const { last } = poll(snapshot, { a: '1' }, -1)
  t.is(snapshots.find('queues', `${epoch}.${last}`, 10).since, last)
  for (const revision of [undefined, '', 'x', `${epoch}.${last + 1}`, `000000000000.${last}`, `${epoch}.-1`])
    t.is(snapshots.find('queues', revision, 10).since, -1, revision)

  clock.now = 600_000
  snapshots.find('topics', undefined, 10)
  t.is(snapshots.find('queues', `${epoch}.${last}`, 10).since, -1, 'it was dropped while no client polled')
})

test('the snapshots together stay below a number of rows', (t) => {
  const snapshots = new ObjectSnapshots(() => 0)
  const large = Object.fromEntries(Array.from({ length: 1_000 }, (_, number) => [`q${number}`, '1']))
  const { epoch, snapshot } = snapshots.find('first', undefined, 1_000)
  const { last } = poll(snapshot, large, -1)
  snapshots.find('second', undefined, 299_000)
  t.is(snapshots.find('first', `${epoch}.${last}`, 1_000).since, last)
  snapshots.find('third', undefined, 299_500)
  t.is(snapshots.find('first', `${epoch}.${last}`, 1_000).since, -1)
})

function rows(values: Readonly<Record<string, string>>): SnapshotRow[] {
  return Object.entries(values).map(([key, value]) => ({ key, render: () => `${key}=${value}` }))
}

function poll(snapshot: ObjectSnapshot, values: Readonly<Record<string, string>>, since: number) {
  return finish(snapshot.compare(rows(values), since))
}

function finish(pass: ReturnType<ObjectSnapshot['compare']>) {
  const changed: string[] = []
  let step = pass.next()
  for (; !step.done; step = pass.next()) if (step.value !== '') changed.push(step.value)
  const { deleted, last } = step.value
  return { changed, deleted, last }
}
