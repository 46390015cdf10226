import { request } from 'node:http'
import test, { type ExecutionContext } from 'ava'
import { buildManagementHandler } from '../../../../src/gateway/runtime/workers/management.ts'
import { openListener } from '../../../../src/shared/http/listener/listener.ts'

/** Returns the status of `GET path` at a management port with the name `gateway.example`. */
async function get(t: ExecutionContext, path: string, host: string): Promise<{ status: number; text: string }> {
  const handler = buildManagementHandler({
    readiness: () => ({ workers: 1, checks: {} }),
    metrics: async () => '# secrets\n',
    hostNames: ['127.0.0.1', 'Gateway.example'],
  })
  const listener = await openListener({ host: '127.0.0.1', port: 0, handler })
  t.teardown(() => listener.close(0))
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>()
  const sent = request(listener.url + path, { headers: { host } }, async (response) => {
    const parts = await response.toArray()
    resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() })
  })
  sent.on('error', reject).end()
  return promise
}

for (const host of [
  ...['127.0.0.1:8090', '[::1]:8090', '10.0.0.7', '192.168.1.5:8090', '[fd00::1]'],
  ...['localhost', 'LOCALHOST:8090', 'localhost.', 'node.localhost', 'gateway.example', 'GATEWAY.EXAMPLE:8090'],
])
  test(`serves requests for the host ${host}`, async (t) => {
    t.is((await get(t, '/livez', host)).status, 200)
  })

for (const host of [
  ...['evil.example', 'evil.example:8090', 'localhost.evil.example', '127.0.0.1.evil.example', 'evillocalhost'],
  ...['gateway.example.evil.example', 'x@127.0.0.1.evil'],
])
  test(`rejects every path for the host ${host}`, async (t) => {
    for (const path of ['/metrics', '/livez', '/readyz', '/openapi.json', '/nothing']) {
      const { status, text } = await get(t, path, host)
      t.true(status === 421 || status === 400, `${status}`)
      t.notRegex(text, /secrets|live|workers/)
    }
  })

test('the rejection names the setting', async (t) => {
  const { text } = await get(t, '/metrics', 'evil.example')
  t.regex(text, /found \\"evil\.example\\"; accepted are .+ SLUICE_ADMIN_NAMES/)
})
