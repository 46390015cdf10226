import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import {
  addUser,
  listUsers,
  removeUser,
  setPassword,
  setTokenCeiling,
} from '../../../../src/shared/registries/index.ts'
import { localRegistryType } from '../../../../src/shared/registries/local/local-registry.ts'
import { openUsersInStore } from '../../../../src/shared/registries/local/users-in-store.ts'
import { openMemoryStore, openSqliteStore, type StateStore } from '../../../../src/shared/storage/index.ts'
import { behavesAsRegistry, users } from '../conformance.ts'

function openRegistry(t: ExecutionContext, store: StateStore) {
  const registry = localRegistryType.open(
    { users: 'store' },
    { name: 'staff', caseSensitive: false, log: silentLog, store, tls: () => ({ rejectUnauthorized: true }) },
  )
  t.teardown(() => registry.close())
  return registry
}

const usersOf = (store: StateStore) => openUsersInStore({ store, registry: 'staff', caseSensitive: false })

const everybody = (async () => {
  const store = openMemoryStore({ clock: Date.now })
  for (const { name, password } of users) await addUser(usersOf(store), name, password)
  return store
})()

behavesAsRegistry(test, async (t) => ({ registry: openRegistry(t, await everybody), credential: (name) => name }))

test('an empty registry rejects users, and does not fail', async (t) => {
  const registry = openRegistry(t, openMemoryStore({ clock: Date.now }))
  t.is(await registry.authenticate('anna', 'a password'), undefined)
})

test('a change applies at once, and users of other registries are others', async (t) => {
  const store = openMemoryStore({ clock: Date.now })
  const registry = openRegistry(t, store)
  const staff = usersOf(store)
  await addUser(staff, 'Anna', 'old password')
  t.like(await registry.authenticate('anna', 'old password'), { credential: 'anna' })
  await setPassword(staff, 'ANNA', 'new password')
  t.is(await registry.authenticate('Anna', 'old password'), undefined)
  await setTokenCeiling(staff, 'anna', { scopes: ['customer'] })
  t.like(await registry.authenticate('Anna', 'new password'), {
    tokenCeiling: { scopes: ['customer'], place: 'user Anna in registry staff' },
  })
  t.deepEqual(await listUsers(openUsersInStore({ store, registry: 'others', caseSensitive: false })), [])
  await removeUser(staff, 'anna')
  t.is(await registry.authenticate('Anna', 'new password'), undefined)
})

test('simultaneous changes of two nodes are all kept', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-users-'))
  const file = join(folder, 'gateway.sqlite')
  const stores = await Promise.all([1, 2].map(() => openSqliteStore({ file, clock: Date.now })))
  t.teardown(async () => {
    await Promise.all(stores.map((store) => store.close()))
    rmSync(folder, { recursive: true })
  })
  const nodes = stores.map(usersOf)
  const names = ['a1', 'b1', 'c1', 'd1', 'e1', 'f1']
  await Promise.all(names.map((name, index) => addUser(nodes[index % 2] as never, name, 'a long password')))
  t.deepEqual(
    (await listUsers(nodes[0] as never)).map(({ name }) => name),
    names,
  )

  const added = await Promise.allSettled(nodes.map((node) => addUser(node, 'anna', 'a long password')))
  t.deepEqual(added.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'], 'one of them was first')
  await Promise.all([
    setTokenCeiling(nodes[0] as never, 'anna', { scopes: ['customer'] }),
    setPassword(nodes[1] as never, 'anna', 'another password'),
  ])
  const { user: anna } = await usersOf(stores[0] as StateStore).lookUp('anna')
  t.deepEqual(anna?.tokenCeiling, { scopes: ['customer'] })
  t.truthy(await openRegistry(t, stores[0] as StateStore).authenticate('anna', 'another password'))
})
