import test from 'ava'

import { openListener } from '../../../src/http/listener/listener.ts'
import { buildManagementHandler, type Readiness } from '../../../src/runtime/workers/management.ts'

async function readyz(readiness: Readiness) {
  const handler = buildManagementHandler({ readiness: () => readiness, metrics: async () => '' })
  const listener = await openListener({ host: '127.0.0.1', port: 0, handler })
  const response = await fetch(`${listener.url}/readyz`)
  const result = { status: response.status, body: await response.json() }
  await listener.close(0)
  return result
}

test('ready when every check holds', async (t) => {
  t.deepEqual(await readyz({ workers: 2, checks: { workers: undefined, store: undefined } }), {
    status: 200,
    body: { status: 'ready', workers: 2, checks: { workers: 'ok', store: 'ok' } },
  })
})

test('one failed check means not ready, and the response names it with its reason', async (t) => {
  t.deepEqual(await readyz({ workers: 2, checks: { workers: undefined, store: 'the disk is full' } }), {
    status: 503,
    body: { status: 'not ready', workers: 2, checks: { workers: 'ok', store: 'the disk is full' } },
  })
})

test('nodes with different documents are listed with a warning, and the gateway stays ready', async (t) => {
  const nodes = [
    { name: 'a', version: '1', revision: 'r1' },
    { name: 'b', version: '1', revision: 'r2' },
  ]
  t.deepEqual(await readyz({ workers: 1, checks: {}, nodes }), {
    status: 200,
    body: {
      status: 'ready',
      workers: 1,
      checks: {},
      nodes,
      warning: 'the nodes have different documents: r1 (a); r2 (b)',
    },
  })
})
