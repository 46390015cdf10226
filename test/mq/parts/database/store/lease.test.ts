import { setImmediate as turn } from 'node:timers/promises'
import test from 'ava'
import {
  defaultLeaseTimes,
  HeldLease,
  type InstanceIdentity,
  LeaseTable,
} from '../../../../../src/mq/parts/database/store/lease.ts'
import type { PostgresConnection } from '../../../../../src/shared/lib/postgres/postgres-connection.ts'
import { eventually } from '../../../../_support/eventually.ts'

const times = { leaseMs: 900, renewMs: 1, pollMs: 50 }

/** A table whose statements return the rows, by name. */
function open(rows: Record<string, Record<string, unknown>[]> = {}, more: Partial<InstanceIdentity> = {}) {
  const statements: (readonly [name: string, ...values: unknown[]])[] = []
  const connection: PostgresConnection = {
    async query({ name, text }, values) {
      statements.push([name, ...values])
      if (!text.includes('qm_a.')) throw new Error(`no schema: ${text}`)
      return rows[name] ?? []
    },
    close: async () => {},
  }
  const table = new LeaseTable(connection, 'qm_a', { id: 'own', host: 'here', ...more }, times)
  return { table, statements }
}

test('a lease lasts 5 s, is renewed every second, and a standby looks at it twice a second', (t) => {
  t.deepEqual(defaultLeaseTimes, { leaseMs: 5_000, renewMs: 1_000, pollMs: 500 })
})

test('acquiring returns the terms, or undefined while another instance holds the lease', async (t) => {
  const held = open({ acquire: [{ fence: '3', last_commit: '9', block: '4' }] })
  t.deepEqual(await held.table.acquire(true), { fence: 3, lastCommit: 9, block: 4 })
  t.deepEqual(held.statements, [['acquire', 'own', 900, true]])
  t.is(await open().table.acquire(false), undefined)
})

test('a lease is renewed only with its fence', async (t) => {
  const { table, statements } = open({ renew: [{ has_standby: true }] })
  t.deepEqual(await table.renew(3), { hasStandby: true })
  t.deepEqual(statements, [['renew', 3, 900]])
  t.deepEqual(await open({ renew: [{ has_standby: false }] }).table.renew(3), { hasStandby: false })
  t.is(await open().table.renew(3), undefined)
})

test('a release names the fence, and whether the queue manager ends for all instances', async (t) => {
  const { table, statements } = open()
  await table.release(3, true)
  await table.release(4, false)
  t.deepEqual(statements, [
    ['release', 3, true],
    ['release', 4, false],
  ])
})

test('the state of the lease is that of its row', async (t) => {
  const row = { is_held: true, permits_standby: true, is_ended: true }
  const state = { isHeld: true, permitsStandby: true, isEnded: true }
  t.deepEqual(await open({ 'read-lease': [row] }).table.read(), state)
  for (const [column, member] of [
    ['is_held', 'isHeld'],
    ['permits_standby', 'permitsStandby'],
    ['is_ended', 'isEnded'],
  ] as const)
    for (const value of [false, null])
      t.deepEqual(await open({ 'read-lease': [{ ...row, [column]: value }] }).table.read(), {
        ...state,
        [member]: false,
      })
  t.deepEqual(await open().table.read(), { isHeld: false, permitsStandby: false, isEnded: false })
})

test('an instance is recorded with its server, when it can be found', async (t) => {
  const server = { url: 'https://here:9443', certificateFingerprint: 'AB' }
  for (const [findServer, values] of [
    [undefined, [null, null]],
    [async () => undefined, [null, null]],
    [async () => server, [server.url, 'AB']],
    [
      async () => {
        throw new Error('the certificate cannot be read')
      },
      [null, null],
    ],
  ] as const) {
    const { table, statements } = open({}, findServer ? { findServer: findServer as never } : {})
    await table.record('standby')
    await table.forget()
    t.deepEqual(statements, [
      ['record', 'own', 'here', 'standby', ...values],
      ['forget', 'own'],
    ])
  }
})

test('instances that were seen within the time of a lease are listed', async (t) => {
  const rows = [
    { host: 'a', mode: 'active' },
    { host: 'b', mode: 'standby' },
  ]
  const { table, statements } = open({ instances: rows })
  t.deepEqual(await table.list(), rows as never)
  t.deepEqual(statements, [['instances', 900]])
})

test('the active instance is found with its server, when the whole of it is recorded', async (t) => {
  const secret = Buffer.from('secret')
  const row = { id: 'other', host: 'there', url: 'https://there', certificate: 'CD', instance_secret: secret }
  const find = (more: object) => open({ 'active-instance': [{ ...row, ...more }] }).table.findActive()
  const found = { id: 'other', host: 'there', isHere: false, secret }
  const server = { url: 'https://there', certificateFingerprint: 'CD' }
  t.deepEqual(await find({}), { ...found, server })
  t.deepEqual(await find({ id: 'own' }), { ...found, id: 'own', isHere: true, server })
  for (const missing of [{ url: null }, { certificate: null }])
    t.deepEqual(await find(missing), { ...found, server: undefined })
  t.is(await open().table.findActive(), undefined)
})

type RenewalAnswer = boolean | Error | { hasStandby: boolean } | 'never'

/** A lease that is kept, and the calls of its table. `answers` are the outcomes of the renewals; true when there are no more. */
function keep(answers: RenewalAnswer[] = [], renewMs = times.renewMs, leaseMs = times.leaseMs) {
  const calls: unknown[] = []
  const table = {
    async renew(fence) {
      calls.push(`renew ${fence}`)
      const answer = answers.shift() ?? true
      if (answer instanceof Error) throw answer
      if (answer === 'never') return new Promise(() => {})
      if (typeof answer === 'object') return answer
      return answer ? { hasStandby: false } : undefined
    },
    async record(mode) {
      calls.push(`record ${mode}`)
    },
    async forget() {
      calls.push('forget')
    },
    async release(fence, isEnded) {
      calls.push(`release ${fence} ${isEnded}`)
    },
  } as Partial<LeaseTable> as LeaseTable
  const terms = { fence: 3, lastCommit: 9, block: 4 }
  return { lease: new HeldLease(table, terms, { ...times, renewMs, leaseMs }), calls }
}

test('a lease has its terms, and is renewed and recorded until it is released', async (t) => {
  const { lease, calls } = keep()
  t.like(lease, { fence: 3, lastCommit: 9, block: 4 })
  await eventually(async () => calls.length > 3 || undefined)
  await lease.release(true)
  t.deepEqual(calls.slice(0, 4), ['renew 3', 'record active', 'renew 3', 'record active'])
  t.deepEqual(calls.slice(-2), ['forget', 'release 3 true'])
  const { length } = calls
  for (let count = 0; count < 5; count++) await turn()
  t.is(calls.length, length)
  t.false(lease.lost.aborted)
})

test('a failed renewal is tried again', async (t) => {
  const { lease, calls } = keep([new Error('no answer'), new Error('no answer')])
  await eventually(async () => calls.includes('record active') || undefined)
  t.deepEqual(calls.slice(0, 4), ['renew 3', 'renew 3', 'renew 3', 'record active'])
  t.false(lease.lost.aborted)
  lease.stop()
})

test('a lease that another instance has acquired is lost, and neither renewed nor recorded', async (t) => {
  const { lease, calls } = keep([true, false])
  await eventually(async () => lease.lost.aborted || undefined)
  t.is((lease.lost.reason as Error).message, 'another instance has become active')
  for (let count = 0; count < 5; count++) await turn()
  t.deepEqual(calls, ['renew 3', 'record active', 'renew 3'])
  await lease.release(false)
  t.deepEqual(calls.slice(3), ['forget', 'release 3 false'])
})

test('a lease is valid until its time has passed since the last renewal was sent', async (t) => {
  const { lease } = keep([], 60_000, 60_000)
  t.true(lease.isValid())
  const { remainingMs, hasStandby } = lease.read()
  t.true(remainingMs > 0 && remainingMs <= 60_000)
  t.false(hasStandby)
  lease.stop()
  const short = keep(['never'], 1, 20)
  await eventually(async () => !short.lease.isValid() || undefined)
  t.false(short.lease.lost.aborted)
  short.lease.stop()
  const late = new HeldLease({} as LeaseTable, { fence: 3, lastCommit: 9, block: 4 }, times, performance.now() - 900)
  t.false(late.isValid(), 'counts from the moment at which the lease was requested')
  late.stop()
})

test('a lease that has run out is lost when a standby instance has waited', async (t) => {
  const { lease } = keep([{ hasStandby: true }, 'never'], 1, 20)
  await eventually(async () => lease.lost.aborted || undefined)
  t.regex((lease.lost.reason as Error).message, /a standby instance may have become active/)
  t.false(lease.isValid())
  t.deepEqual(lease.read(), { remainingMs: 0, hasStandby: true })
})

test('a lease that has run out is kept when no other instance waits', async (t) => {
  const { lease, calls } = keep([true, ...Array(20).fill(new Error('no answer'))], 5, 20)
  await eventually(async () => calls.length > 20 || undefined)
  t.false(lease.lost.aborted)
  t.true(await eventually(async () => lease.isValid() || undefined), 'a renewal makes it valid again')
  lease.stop()
})

test('a stopped lease is not renewed and not given back', async (t) => {
  const { lease, calls } = keep()
  lease.stop()
  for (let count = 0; count < 5; count++) await turn()
  t.deepEqual(calls, ['renew 3', 'record active'])
})

test.serial('the pause between two renewals does not keep the process running', async (t) => {
  const countTimers = () => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length
  const before = countTimers()
  const { lease, calls } = keep([], 60_000)
  for (let count = 0; count < 5; count++) await turn()
  t.deepEqual(calls, ['renew 3', 'record active'])
  t.is(countTimers(), before)
  lease.stop()
})
