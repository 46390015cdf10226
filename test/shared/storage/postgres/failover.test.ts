/** What a store sees of changes after another server, which lacks transactions, has taken the place of its database. */
import test from 'ava'
import { openRevocations } from '../../../../src/gateway/oauth/state/revocations.ts'
import { buildStorageKeys } from '../../../../src/gateway/oauth/state/storage-keys.ts'
import { openLog } from '../../../../src/shared/lib/output/log.ts'
import { systemClock } from '../../../../src/shared/lib/time/clock.ts'
import { openPostgresStore } from '../../../../src/shared/storage/postgres/postgres-store.ts'
import { eventually } from '../../../_support/eventually.ts'
import { type PostgresServer, postgresBinaries, startPostgres, startReplica } from '../../../_support/postgres.ts'
import { openRelay } from '../../../_support/relay.ts'

const servers: PostgresServer[] = []
test.after.always(async () => {
  for (const server of servers) await server.close()
})

if (!postgresBinaries) test.skip('PostgreSQL is not installed (Debian: postgresql)', () => {})
const withServer = postgresBinaries ? test.serial : test.skip

withServer('after the promotion of a standby that lost transactions, no change is missed', async (t) => {
  const primary = await startPostgres()
  servers.push(primary)
  const early = await openPostgresStore({ url: primary.url })
  await early.store.save('kind', 'early', 1, { wakesWatchers: true })
  const replica = await startReplica(primary, { isSynchronous: false })
  servers.push(replica)
  const relay = await openRelay()
  relay.forwardTo(primary.port)
  const late = await openPostgresStore({ url: primary.url.replace(String(primary.port), String(relay.port)) })
  t.teardown(() => late.store.close())
  const storageKeys = buildStorageKeys('/acme/sandbox/oauth')
  const options = { storageKeys, clock: systemClock, log: openLog({ write: () => {} }) }
  const lifetimesMs = { accessToken: 60_000, refreshToken: 600_000, approval: 60_000, session: 0 }
  const revocations = await openRevocations({
    ...options,
    store: late.store,
    lifetimesMs,
    publish: async () => {},
    foldName: (name: string) => name,
  })

  // 1. The primary goes on without the standby, and is lost with these transactions.
  await replica.crash()
  for (let n = 0; n < 50; n += 1) await early.store.save('kind', `lost ${n}`, n, { wakesWatchers: true })
  await revocations.revokeToken('lost token', Date.now() + 60_000)
  const { cursor } = await late.store.listChanges('kind')
  await early.store.close()
  await primary.crash()

  // 2. The standby takes over. Others change it, and count its transactions beyond the cursor, before this store reconnects.
  await replica.start()
  await replica.promote()
  const other = await openPostgresStore({ url: replica.url })
  t.teardown(() => other.store.close())
  await other.store.save('kind', 'revoked', 1, { wakesWatchers: true })
  for (let n = 0; n < 100; n += 1) await other.store.save('kind', 'again', n, { wakesWatchers: true })
  relay.forwardTo(replica.port)

  // 3. The changes are found, and what was lost is known to be lost.
  const found = await eventually(() => late.store.listChanges('kind', cursor).catch(() => undefined))
  t.deepEqual(found?.entries.map(({ key }) => key).toSorted(), ['again', 'early', 'revoked'])
  t.true(found?.isRestart)
  const next = await late.store.listChanges('kind', found?.cursor)
  t.deepEqual([next.entries.length, next.isRestart], [0, false])

  // 4. A revocation that only this process still knows is stored again.
  t.is(await other.store.find(storageKeys.revoked, 'lost token'), undefined)
  await revocations.reload()
  t.truthy(await other.store.find(storageKeys.revoked, 'lost token'))
})
