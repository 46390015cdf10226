import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { AgentDeps } from '../../../../../../src/mq/parts/file-transfer/engine/context/agent-deps.ts'
import { openPathAccess } from '../../../../../../src/mq/parts/file-transfer/engine/files/path-access.ts'
import { SharedBlocks } from '../../../../../../src/mq/parts/file-transfer/engine/files/shared-blocks.ts'
import { openSourceFiles } from '../../../../../../src/mq/parts/file-transfer/engine/files/source-files.ts'
import { Journal } from '../../../../../../src/mq/parts/file-transfer/engine/queues/journal.ts'
import { OutgoingTransfer } from '../../../../../../src/mq/parts/file-transfer/engine/sending/outgoing-transfer.ts'
import type { TransferEvent } from '../../../../../../src/mq/parts/file-transfer/engine/types/publications.ts'
import type { TransferRequest } from '../../../../../../src/mq/parts/file-transfer/engine/types/request.ts'
import { silentLog } from '../../../../../../src/shared/lib/output/log.ts'

/** Runs a transfer to a destination that never replies. Returns the last event, and the milliseconds that it took. */
async function runWithoutDestination(
  t: ExecutionContext,
  timeouts: { request?: number; agent: number },
  maxMs = 3_600_000,
): Promise<{ event: TransferEvent | undefined; tookMs: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'mft-outgoing-'))
  t.teardown(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'a.txt'), 'content')
  const stop = new AbortController()
  const clock = { now: 0 }
  // Time passes only while the transfer waits.
  const timers: AgentDeps['timers'] = {
    after(milliseconds, work) {
      const handle = setImmediate(() => {
        clock.now += milliseconds
        if (clock.now > maxMs) stop.abort(new Error('the agent ends'))
        work()
      })
      return () => clearImmediate(handle)
    },
  }
  const events: TransferEvent[] = []
  const connection = {
    beginUnitOfWork: () => ({ commit: async () => {}, backout: async () => {} }),
    put: async () => ({ messageId: Buffer.alloc(24) }),
    get: async () => undefined,
  }
  const request: TransferRequest = {
    sourceAgent: { name: 'SOURCE', qmgrName: 'QM1' },
    destinationAgent: { name: 'DESTINATION', qmgrName: 'QM2' },
    originator: { host: '', userId: '', mqmdUserId: '' },
    jobName: '',
    priority: 0,
    metadata: {},
    conditions: [],
    recoveryTimeoutSeconds: timeouts.request,
    items: [
      {
        mode: 'binary',
        checksum: 'md5',
        source: { type: 'file', name: 'a.txt', recursive: false, disposition: 'leave' },
        destination: { type: 'directory', name: 'in', actionIfExists: 'error' },
      },
    ],
  }
  const deps = {
    connection,
    timers,
    log: silentLog,
    workFolder: folder,
    clock: () => clock.now,
    settings: { name: 'SOURCE', queueManager: 'QM1', transferRecoveryTimeoutSeconds: timeouts.agent },
    paths: await openPathAccess({ sandboxRoot: '', transferRoot: folder }),
    publisher: { publish: async (_: string, event: TransferEvent) => void events.push(event) },
    reader: openSourceFiles(),
    blocks: new SharedBlocks(),
    findNeighbour: () => undefined,
  }
  const journal = new Journal(connection as never, 'STATE', 'send:T')
  const records = [{ kind: 'request', request, startedAt: 0 }] as const
  const transfer = new OutgoingTransfer('T', journal, records, deps as unknown as AgentDeps)
  await transfer.run(stop.signal).catch((error: unknown) => {
    if (!stop.signal.aborted) throw error
  })
  const event = events.findLast(({ endedAt }) => endedAt !== undefined)
  return { event, tookMs: clock.now }
}

const replyTimeoutMs = 15_000

test('a transfer with the recovery timeout 0 fails when it is interrupted', async (t) => {
  const { event, tookMs } = await runWithoutDestination(t, { request: 0, agent: -1 })
  t.like(event, { state: 'failed', numberOfFileFailures: 1, retryCount: 0 })
  t.is(tookMs, replyTimeoutMs)
})

test('a transfer is tried again until its recovery timeout has passed', async (t) => {
  const { event, tookMs } = await runWithoutDestination(t, { request: 100, agent: 0 })
  t.like(event, { state: 'failed' })
  t.true((event?.retryCount ?? 0) > 2)
  t.true(tookMs >= replyTimeoutMs + 100_000 && tookMs <= 2 * replyTimeoutMs + 100_000, `${tookMs} ms`)
})

test('the agent decides on the recovery timeout of a transfer that has none', async (t) => {
  const { event, tookMs } = await runWithoutDestination(t, { agent: 0 })
  t.like(event, { state: 'failed' })
  t.is(tookMs, replyTimeoutMs)
})

test('a transfer with the recovery timeout -1 is tried again for ever, whatever the agent says', async (t) => {
  t.deepEqual((await runWithoutDestination(t, { request: -1, agent: 0 })).event, undefined)
})
