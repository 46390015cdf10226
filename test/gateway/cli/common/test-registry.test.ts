import test, { type ExecutionContext } from 'ava'
import { testRegistry } from '../../../../src/gateway/cli/common/test-registry.ts'
import { startAuthenticationUrl } from '../../../../src/sandbox/samples/index.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { removeDocuments, writeDocuments } from '../_documents.ts'

async function signIn(t: ExecutionContext, user: string, password: string, { json = false, port = 0 } = {}) {
  const server = await startAuthenticationUrl({ host: '127.0.0.1', port: 0 })
  const endpoint = `http://127.0.0.1:${port || server.port}/authenticate`
  const folder = await writeDocuments({ people: `registry_type: authurl\nendpoint: { endpoint: "${endpoint}" }` })
  t.teardown(() => Promise.all([server.close(), removeDocuments(folder)]))

  let output = ''
  const status = await testRegistry({
    name: 'people',
    user,
    configFolder: folder,
    parts: [],
    environment: {},
    json,
    log: silentLog,
    openStore: async () => t.fail('no user is in the store') as never,
    password: async () => password,
    write: (text) => {
      output += text
    },
  })
  return { status, output: output.replace(/\d+ ms/, 'N ms') }
}

test('prints what the registry returns about a user', async (t) => {
  t.deepEqual(await signIn(t, 'Alice', 'wonderland'), {
    status: 0,
    output: 'accepted after N ms: Alice signed in at people (authurl)\n  name in tokens     alice\n',
  })
})

test('reports a rejection without the password', async (t) => {
  t.deepEqual(await signIn(t, 'alice', 'secret guess'), {
    status: 1,
    output: 'rejected after N ms: the name or password of alice is wrong at people (authurl)\n',
  })
})

test('distinguishes an unavailable registry from a rejection', async (t) => {
  const { status, output } = await signIn(t, 'alice', 'wonderland', { port: 9 })
  t.is(status, 1)
  t.regex(output, /^unavailable after N ms: registry people: the request to the authentication URL failed: .*\n/)
})

test('prints the same as JSON', async (t) => {
  const { output } = await signIn(t, 'alice', 'wonderland', { json: true })
  t.like(JSON.parse(output), {
    registry: 'people',
    type: 'authurl',
    outcome: 'accepted',
    user: { name: 'alice', credential: 'alice' },
  })
  t.like(JSON.parse((await signIn(t, 'alice', 'x', { json: true })).output), { outcome: 'refused' })
  t.like(JSON.parse((await signIn(t, 'alice', 'x', { json: true, port: 9 })).output), { outcome: 'unavailable' })
})
