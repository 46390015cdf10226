import test from 'ava'
import { api, catalog, config, operation, step } from './_support/documents.ts'
import { startBackend, startGateway } from './_support/servers.ts'

const wrong = { execute: [step('invoke', { 'target-url': 'ftp://x' })], catch: [], finally: [] }
const watching = { ...wrong, execute: [step('invoke', { 'target-url': 'ftp://x', 'health-check': { path: '/' } })] }

test('a checked API is built at its first call', async (t) => {
  const backend = await startBackend((_, response) => response.end('here'))
  const asked: string[] = []
  const operations = [operation('GET', '/x')]
  const gateway = await startGateway(config(catalog([api(backend.url, { operations, basePath: '/one' })])), {
    isChecked: true,
    consumers(path) {
      asked.push(path)
      return {
        find: never,
        verifySecret: never,
        findSecretExpiry: never,
        findEntitlement: never,
        isEntitledToAny: never,
      }
    },
  })
  t.deepEqual(asked, [])

  for (const _ of ['first', 'second']) {
    const answer = await fetch(`${gateway.url}/acme/sandbox/one/x`)
    t.is(await answer.text(), 'here')
  }
  t.is(asked.length, 1)
  await Promise.all([gateway.close(), backend.close()])
})

test('an API that cannot be built fails only its own calls', async (t) => {
  const backend = await startBackend((_, response) => response.end('here'))
  const operations = [operation('GET', '/x')]
  const gateway = await startGateway(
    config(
      catalog([
        api('', { operations, basePath: '/wrong', assembly: wrong }),
        api(backend.url, { reference: 'right:1.0.0', operations, basePath: '/right' }),
      ]),
    ),
    { isChecked: true },
  )
  t.is((await fetch(`${gateway.url}/acme/sandbox/wrong/x`)).status, 500)
  t.is((await fetch(`${gateway.url}/acme/sandbox/right/x`)).status, 200)
  await Promise.all([gateway.close(), backend.close()])
})

test('a checked API with a health check is built at start', async (t) => {
  const watched = config(catalog([api('', { assembly: watching })]))
  await t.throwsAsync(startGateway(watched, { isChecked: true }), { name: 'GatewayBuildError' })
})

function never(): never {
  throw new Error('nobody calls as an application here')
}
