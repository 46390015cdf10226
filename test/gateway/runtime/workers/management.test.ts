import test from 'ava'
import { buildManagementHandler, type Readiness } from '../../../../src/gateway/runtime/workers/management.ts'
import { registerReadinessMetrics } from '../../../../src/gateway/runtime/workers/readiness-metrics.ts'
import { openListener } from '../../../../src/shared/http/listener/listener.ts'
import { Registry } from '../../../../src/shared/lib/output/prometheus.ts'

async function readyz(readiness: Readiness, query = '') {
  const handler = buildManagementHandler({ readiness: () => readiness, metrics: async () => '', hostNames: [] })
  const listener = await openListener({ host: '127.0.0.1', port: 0, handler })
  const response = await fetch(`${listener.url}/readyz${query}`)
  const result = { status: response.status, body: await response.json() }
  await listener.close(0)
  return result
}

/** The checks of a gateway with these problems. */
function checksOf({ workers, store }: { workers?: string; store?: string }): Readiness['checks'] {
  return { workers: { problem: workers, neededFor: 'calls' }, store: { problem: store, neededFor: 'tokens' } }
}

test('ready when every check holds', async (t) => {
  const expected = { status: 200, body: { status: 'ready', workers: 2, checks: { workers: 'ok', store: 'ok' } } }
  for (const query of ['', '?for=calls', '?for=tokens'])
    t.deepEqual(await readyz({ workers: 2, checks: checksOf({}) }, query), expected)
})

test('without its store a gateway stays ready for calls, and is not ready for tokens', async (t) => {
  const readiness = { workers: 2, checks: checksOf({ store: 'it cannot be reached' }) }
  const body = { status: 'degraded', workers: 2, checks: { workers: 'ok', store: 'it cannot be reached' } }
  t.deepEqual(await readyz(readiness), { status: 200, body })
  t.deepEqual(await readyz(readiness, '?for=calls'), { status: 200, body })
  t.deepEqual(await readyz(readiness, '?for=tokens'), { status: 503, body: { ...body, status: 'not ready' } })
})

test('a check that calls need means not ready, and the response names it with its reason', async (t) => {
  const readiness = { workers: 0, checks: checksOf({ workers: 'no worker serves', store: 'it is full' }) }
  const body = { status: 'not ready', workers: 0, checks: { workers: 'no worker serves', store: 'it is full' } }
  for (const query of ['', '?for=tokens']) t.deepEqual(await readyz(readiness, query), { status: 503, body })
})

test('another value of for is refused with the accepted ones', async (t) => {
  t.deepEqual(await readyz({ workers: 1, checks: {} }, '?for=token'), {
    status: 400,
    body: { error: 'for: found "token"; accepted are calls and tokens' },
  })
})

test('metrics show what the gateway can serve, and which check fails', async (t) => {
  const metrics = new Registry()
  registerReadinessMetrics(metrics, () => ({ workers: 2, checks: checksOf({ store: 'it is full' }) }))
  const text = metrics.render()
  for (const line of [
    'sluice_ready{for="calls"} 1',
    'sluice_ready{for="tokens"} 0',
    'sluice_check_ok{check="workers"} 1',
    'sluice_check_ok{check="store"} 0',
  ]) {
    t.true(text.includes(line), text)
  }
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
