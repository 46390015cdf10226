import { once } from 'node:events'
import { connect } from 'node:net'
import test from 'ava'
import { startAuthenticationUrl } from '../../../src/sandbox/samples/index.ts'
import { renderBasicCredentials } from '../../../src/shared/lib/headers/basic-credentials.ts'

const server = startAuthenticationUrl({ host: '127.0.0.1', port: 0 })
test.after.always(async () => (await server).close())

async function ask(authorization?: string, { path = '/authenticate', method = 'GET' } = {}) {
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
  return fetch((await server).url + path, { method, headers })
}

for (const [name, password] of [
  ['alice', 'wonderland'],
  ['bob', 'builder'],
  ['Alice', 'wonderland'],
] as const) {
  test(`accepts ${name}`, async (t) => {
    const answer = await ask(renderBasicCredentials(name, password))
    t.is(answer.status, 200)
    t.is(answer.headers.get('x-api-authenticated-credential'), name.toLowerCase())
    t.is(answer.headers.get('cache-control'), 'no-store')
    t.deepEqual(await answer.json(), { authenticatedUser: name.toLowerCase() })
  })
}

for (const [title, authorization] of [
  ['nobody', undefined],
  ['another scheme', 'Bearer abc'],
  ['what is not base64', 'Basic ???'],
  ['a wrong password', renderBasicCredentials('alice', 'builder')],
  ['an empty password', renderBasicCredentials('alice', '')],
  ['a stranger', renderBasicCredentials('mallory', 'wonderland')],
  ['a name of the language', renderBasicCredentials('__proto__', 'wonderland')],
  ['an empty name', renderBasicCredentials('', '')],
] as const) {
  test(`refuses ${title} with a challenge`, async (t) => {
    const answer = await ask(authorization)
    t.is(answer.status, 401)
    t.is(answer.headers.get('www-authenticate'), 'Basic realm="sandbox users", charset="UTF-8"')
    t.is(answer.headers.get('x-api-authenticated-credential'), null)
    t.deepEqual(await answer.json(), { error: 'wrong name or password' })
  })
}

test('responds to other paths and methods in JSON', async (t) => {
  const elsewhere = await ask(undefined, { path: '/' })
  t.is(elsewhere.status, 404)
  t.deepEqual(await elsewhere.json(), { error: 'there is nothing at this path' })

  const posted = await ask(renderBasicCredentials('alice', 'wonderland'), { method: 'POST' })
  t.is(posted.status, 405)
  t.is(posted.headers.get('allow'), 'HEAD, GET')
  t.deepEqual(await posted.json(), { error: 'this path does not take that method' })
})

test('limits its connections like the other servers', async (t) => {
  const connections = { fastPath: false, http2: true, maxConnections: 1, maxPerAddress: 1 }
  const { port, close } = await startAuthenticationUrl({ host: '127.0.0.1', port: 0, connections })
  t.teardown(() => close(0))
  const [first, second] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  t.teardown(() => second.destroy())
  await once(first.resume(), 'close')
  t.false(second.destroyed)
})
