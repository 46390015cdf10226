import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { KeptCall, RejectedCall } from '../../../../src/gateway/contract/access/explanation.ts'
import { openCallFinder } from '../../../../src/gateway/runtime/gateway/find-call.ts'

const call = (requestId: string, parts: Partial<KeptCall> = {}): KeptCall => ({
  requestId,
  at: 1,
  method: 'GET',
  path: '/acme/sandbox/news/v1/items',
  status: 403,
  reason: 'scope_insufficient',
  catalog: '/acme/sandbox',
  application: 'reader',
  checks: [],
  credentials: ['bearer'],
  ...parts,
})

/** Returns the ids of the rejected calls of `reader`: those on disk, by hour, and those that workers know. */
async function listRejected(t: ExecutionContext, hours: Record<string, KeptCall[]>, recent: RejectedCall[]) {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-calls-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  for (const [hour, calls] of Object.entries(hours))
    await appendFile(join(folder, `${hour}.jsonl`), calls.map((each) => `${JSON.stringify(each)}\n`).join(''))
  const workers = {
    requestAll: async () => [recent, []],
    requestOne: async () => [],
    nodes: () => undefined,
  } as unknown as Parameters<typeof openCallFinder>[0]
  const finder = openCallFinder(workers, { folder, maxBytes: 1_000_000 } as Parameters<typeof openCallFinder>[1])
  const found = await finder.listRejected({ catalog: '/acme/sandbox', application: 'reader' })
  return found.map(({ requestId }) => requestId).sort()
}

test('rejected calls that no worker remembers are found on disk', async (t) => {
  const hours = {
    '2026-03-01T07': [call('a'), call('served', { reason: 'served', status: 200 })],
    '2026-03-01T08': [
      call('b'),
      call('other-application', { application: 'writer' }),
      call('other-catalog', { catalog: '/acme/live' }),
      { ...call('token-request'), credentials: undefined } as unknown as KeptCall,
      call('application":"reader","'),
    ],
  }
  t.deepEqual(await listRejected(t, hours, []), ['a', 'application":"reader","', 'b'])
})

test('a rejected call in memory and on disk is listed once', async (t) => {
  const { requestId, at, method, path, status, reason } = call('b')
  const recent = [{ requestId, at, method, path, status, reason }]
  t.deepEqual(await listRejected(t, { '2026-03-01T08': [call('b'), call('c')] }, recent), ['b', 'c'])
})

test('the newest hours are read until fifty calls are found', async (t) => {
  const many = Array.from({ length: 50 }, (_, index) => call(`new-${index}`))
  const found = await listRejected(t, { '2026-03-01T07': [call('old')], '2026-03-01T08': many }, [])
  t.is(found.length, 50)
  t.false(found.includes('old'))
})

test('an application without rejected calls has none', async (t) => {
  t.deepEqual(await listRejected(t, {}, []), [])
})
