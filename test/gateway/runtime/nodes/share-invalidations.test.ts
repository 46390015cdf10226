import test, { type ExecutionContext } from 'ava'
import type { InvalidResources } from '../../../../src/gateway/data-plane/index.ts'
import { openSharedInvalidations } from '../../../../src/gateway/runtime/nodes/share-invalidations.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { openMemoryStore, type StateStore } from '../../../../src/shared/storage/index.ts'
import { eventually } from '../../../_support/eventually.ts'

/** Workers of nodes on one store, and what each has received. */
function openNodes(t: ExecutionContext, names: readonly string[], store: StateStore) {
  return names.map((node) => {
    const received: InvalidResources[] = []
    const shared = openSharedInvalidations({
      store,
      clock: Date.now,
      log: silentLog,
      node,
      receive: (resources) => void received.push(resources),
    })
    t.teardown(shared.close)
    return { ...shared, received }
  })
}

test('invalid resources reach every worker of the other nodes, and not those of the same node', async (t) => {
  const [own, sibling, other] = openNodes(t, ['one', 'one', 'two'], openMemoryStore({ clock: Date.now }))
  own?.announce(['/a', '/b'])
  await eventually(async () => other?.received[0])
  t.deepEqual(other?.received, [['/a', '/b']])
  other?.announce('all')
  await eventually(async () => own?.received[0] && sibling?.received[0])
  t.deepEqual([own?.received, sibling?.received], [['all'], ['all']])
})

test('what is announced while the store is down arrives when it works again', async (t) => {
  const store = openMemoryStore({ clock: Date.now })
  let isDown = true
  let failures = 0
  const failing: StateStore = {
    ...store,
    async save(...entry) {
      if (!isDown) return store.save(...entry)
      failures += 1
      throw new Error('down')
    },
  }
  const [own] = openNodes(t, ['one'], failing)
  const [other] = openNodes(t, ['two'], store)
  own?.announce(['/a'])
  await eventually(async () => failures || undefined)
  own?.announce(['/b'])
  await eventually(async () => failures > 1 || undefined)
  isDown = false
  own?.announce(['/c'])
  await eventually(async () => other?.received[0])
  t.deepEqual(other?.received, [['/a', '/b', '/c']])
})

test('after a gap in which entries may have been lost, everything is invalid', async (t) => {
  const store = openMemoryStore({ clock: Date.now })
  let isRestart = false
  const restarted: StateStore = {
    ...store,
    listChanges: async (...about) => ({ ...(await store.listChanges(...about)), isRestart }),
  }
  const [own] = openNodes(t, ['one'], restarted)
  const [other] = openNodes(t, ['two'], store)
  other?.announce(['/a'])
  await eventually(async () => own?.received[0])
  isRestart = true
  other?.announce(['/b'])
  await eventually(async () => own?.received.includes('all') || undefined)
  t.true(own?.received.includes('all'))
})
