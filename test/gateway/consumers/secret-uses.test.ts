import test from 'ava'
import type { Application } from '../../../src/gateway/config/types/index.ts'
import { openConsumers, openSecretUseRecorder, readLastSecretUses } from '../../../src/gateway/consumers/index.ts'
import { openLog } from '../../../src/shared/lib/output/log.ts'
import { hashSecret } from '../../../src/shared/security/secret-hash.ts'
import { openMemoryStore, StateStoreError } from '../../../src/shared/storage/index.ts'
import { application } from '../data-plane/_support/documents.ts'

const secretHashes = await Promise.all(['new', 'old'].map(hashSecret))
const credential = { name: 'default', clientId: 'app', secretHashes, hasWellKnownSecret: false }
const applications: Application[] = [application('app', { credentials: [credential] })]

function open() {
  const time = { now: Date.UTC(2026, 0, 31) }
  const clock = () => time.now
  const memory = openMemoryStore({ clock })
  const disk = { writes: 0, isFull: false }
  const store: typeof memory = {
    ...memory,
    async save(...given) {
      if (disk.isFull) throw new StateStoreError('full', 'the disk is full')
      disk.writes += 1
      return memory.save(...given)
    },
  }
  const lines: string[] = []
  const log = openLog({ write: (line) => lines.push(line) })
  const worker = () =>
    openConsumers(
      { applications, products: [] },
      { uses: openSecretUseRecorder('/acme/sandbox', { store, clock, log }) },
    )
  return { time, disk, lines, worker, read: () => readLastSecretUses(memory, '/acme/sandbox', credential) }
}

test('records the last use of each secret, over workers and restarts', async (t) => {
  const { time, worker, read } = open()
  t.deepEqual(await read(), [undefined, undefined])
  const first = time.now
  await worker().verifySecret('app', 'old')
  t.deepEqual(await read(), [undefined, first])

  time.now += 3_600_000
  await worker().verifySecret('app', 'new')
  t.deepEqual(await read(), [time.now, first])
  time.now += 3_600_000
  await worker().verifySecret('app', 'old')
  t.deepEqual(await read(), [time.now - 3_600_000, time.now])
})

test('wrong secrets, unknown clients and other catalogs leave no record', async (t) => {
  const { worker, read, disk } = open()
  const { verifySecret } = worker()
  await verifySecret('app', 'guess')
  await verifySecret('nobody', 'new')
  t.deepEqual(await read(), [undefined, undefined])
  t.is(disk.writes, 0)
  await verifySecret('app', 'new')
  t.deepEqual(await readLastSecretUses(openMemoryStore({ clock: () => 0 }), '/acme/other', credential), [
    undefined,
    undefined,
  ])
})

test('writes each secret at most once a minute', async (t) => {
  const { time, worker, disk } = open()
  const { verifySecret } = worker()
  for (let call = 0; call < 100; call += 1) {
    await verifySecret('app', 'new')
    time.now += 599
  }
  t.is(disk.writes, 1)
  await verifySecret('app', 'old')
  t.is(disk.writes, 2)
  time.now += 100
  await verifySecret('app', 'new')
  t.is(disk.writes, 3)
})

test('writes a use again after exactly a minute, and once for concurrent uses', async (t) => {
  const { time, worker, disk, read } = open()
  const { verifySecret } = worker()
  const first = time.now
  await verifySecret('app', 'new')
  await verifySecret('app', 'new')
  t.is(disk.writes, 1)
  time.now = first + 59_999
  await verifySecret('app', 'new')
  t.is(disk.writes, 1)
  time.now = first + 60_000
  await verifySecret('app', 'new')
  t.is(disk.writes, 2)
  t.deepEqual(await read(), [first + 60_000, undefined])
})

test('a clock that is set back does not stop the recording', async (t) => {
  const { time, worker, disk, read } = open()
  const { verifySecret } = worker()
  await verifySecret('app', 'new')
  time.now -= 1
  await verifySecret('app', 'new')
  t.is(disk.writes, 2)
  t.deepEqual(await read(), [time.now, undefined])
})

test('keeps the time of a use for 400 days', async (t) => {
  const { time, worker, read } = open()
  const first = time.now
  await worker().verifySecret('app', 'new')
  time.now = first + 400 * 86_400_000 - 1
  t.deepEqual(await read(), [first, undefined])
  time.now += 1
  t.deepEqual(await read(), [undefined, undefined])
})

test('a full disk rejects no client', async (t) => {
  const { worker, disk, lines } = open()
  disk.isFull = true
  t.true(await worker().verifySecret('app', 'new'))
  await new Promise((resolve) => setImmediate(resolve))
  t.regex(lines.join(''), /the last use of a secret could not be stored/)
})
