import test from 'ava'
import { openTargetCounts } from '../../../../src/gateway/telemetry/calls/index.ts'
import { Registry } from '../../../../src/shared/lib/output/prometheus.ts'
import { api, catalog, config, operation, step } from '../../data-plane/_support/documents.ts'
import { startBackend, startGateway } from '../../data-plane/_support/servers.ts'

test('requests, failures, circuit and health are counted for each target', async (t) => {
  const registry = new Registry()
  const targets = openTargetCounts(registry)
  let status = 200
  const backend = await startBackend((request, response) =>
    response.writeHead(request.url === '/health' ? 500 : status).end(),
  )
  const gone = await startBackend(() => {})
  await gone.close()
  const toBackend = { 'target-url': `${backend.url}/`, 'circuit-breaker': { failures: 1, open: 60 } }
  const toNobody = { 'target-url': `${gone.url}/` }
  const health = { path: '/health', interval: 0.005, 'unhealthy-after': 1 }
  const watched = { targets: [backend.url], 'health-check': health }
  const apis = Object.entries({
    backend: toBackend,
    nobody: toNobody,
    watched: { ...toBackend, ...watched, 'circuit-breaker': undefined },
  }).map(([name, settings]) =>
    api('', {
      name,
      reference: `${name}:1.0.0`,
      basePath: `/${name}`,
      operations: [operation('GET', '/')],
      assembly: { execute: [step('invoke', settings)], catch: [], finally: [] },
    }),
  )
  const gateway = await startGateway(config(catalog(apis)), { targetCounts: targets })
  t.teardown(() => backend.close())
  const call = async (name: string) => (await fetch(`${gateway.url}/acme/sandbox/${name}/`)).status
  const value = async (name: string, labels: string) =>
    new RegExp(`^${name}\\{${labels}\\} (\\d+)$`, 'm').exec(registry.render())?.[1]
  const target = (url: string) => `target="${url}"`

  t.is(await value('sluice_target_circuit_open', target(backend.url)), '0')
  t.is(await call('backend'), 200)
  status = 503
  t.deepEqual([await call('backend'), await call('backend')], [503, 503], 'the second is not sent')
  t.is(await call('nobody'), 502)

  t.is(await value('sluice_target_requests_total', target(backend.url)), '2')
  t.is(await value('sluice_target_requests_total', target(gone.url)), '1')
  t.is(await value('sluice_target_failures_total', `${target(backend.url)},reason="status_5xx"`), '1')
  t.is(await value('sluice_target_failures_total', `${target(gone.url)},reason="upstream_unreachable"`), '1')
  t.is(await value('sluice_target_circuit_open', target(backend.url)), '1')
  t.is(await value('sluice_target_circuit_open', target(gone.url)), undefined, 'it has no circuit breaker')
  t.is(await value('sluice_target_unhealthy', target(gone.url)), undefined, 'nor a health check')
  while ((await value('sluice_target_unhealthy', target(backend.url))) === '0')
    await new Promise((next) => setImmediate(next))
  t.is(await value('sluice_target_unhealthy', target(backend.url)), '1')

  await gateway.close()
  t.is(await value('sluice_target_circuit_open', target(backend.url)), undefined, 'nobody watches any more')
  t.is(await value('sluice_target_requests_total', target(backend.url)), '2', 'what was counted stays')
})
