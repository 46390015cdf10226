import test from 'ava'
import { describeRevisionDifference, openNodeList } from '../../../../src/gateway/runtime/nodes/node-list.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { openMemoryStore, type StateStore } from '../../../../src/shared/storage/index.ts'

function setUp() {
  const time = { now: 1_000_000 }
  const clock = () => time.now
  const store = openMemoryStore({ clock })
  const open = (name: string, revision: string, used: StateStore = store) =>
    openNodeList({ store: used, clock, log: silentLog, node: { name, version: '1.0.0', revision }, intervalMs: 10 })
  return { time, store, open }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}

test('lists the nodes that share the store, with their revisions', async (t) => {
  const { open } = setUp()
  const a = await open('a', 'r1')
  const b = await open('b', 'r1')
  t.teardown(() => Promise.all([a.close(), b.close()]))
  await until(() => a.nodes().length === 2)
  t.deepEqual(
    a.nodes().map(({ name, revision }) => `${name} ${revision}`),
    ['a r1', 'b r1'],
  )
  await b.announceRevision('r2')
  await until(() => a.nodes()[1]?.revision === 'r2')
  t.pass()
})

test('a node that is closed leaves the list at once, one that hangs after three intervals', async (t) => {
  const { time, store, open } = setUp()
  const a = await open('a', 'r1')
  t.teardown(() => a.close())
  const b = await open('b', 'r1')
  await b.close()
  await until(() => a.nodes().length === 1)

  await store.save('node', 'hangs', { name: 'hangs', version: '1', revision: 'r1' }, { expiresAt: time.now + 30 })
  await until(() => a.nodes().length === 2)
  time.now += 30
  await until(() => a.nodes().length === 1)
  t.pass()
})

test('a store that fails keeps the last list', async (t) => {
  const { store, open } = setUp()
  let isOut = false
  const failing: StateStore = {
    ...store,
    save: (...given) => (isOut ? Promise.reject(new Error('out')) : store.save(...given)),
  }
  const a = await open('a', 'r1', failing)
  t.teardown(() => a.close())
  isOut = true
  await t.notThrowsAsync(a.announceRevision('r2'))
  t.deepEqual(
    a.nodes().map(({ revision }) => revision),
    ['r1'],
  )
})

test('describes which nodes have which documents', (t) => {
  const node = (name: string, revision: string) => ({ name, version: '1', revision })
  t.is(describeRevisionDifference([node('a', 'r1'), node('b', 'r1')]), undefined)
  t.is(
    describeRevisionDifference([node('a', 'r1'), node('b', 'r2'), node('c', 'r1')]),
    'the nodes have different documents: r1 (a, c); r2 (b)',
  )
})
