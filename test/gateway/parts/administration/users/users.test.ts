import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import {
  runUsersVerb,
  type UsersOptions,
  type UserVerb,
} from '../../../../../src/gateway/parts/administration/users/users.ts'
import { openMemoryStore, type StateStore } from '../../../../../src/shared/storage/index.ts'
import { removeDocuments, writeDocuments } from '../../../cli/_documents.ts'

const lur = 'registry_type: lur\nusers_file: $env{USERS}/users.json'
const authurl = 'registry_type: authurl\nendpoint: { endpoint: "http://127.0.0.1:9/" }'

async function commands(t: ExecutionContext, registries: Record<string, string> = { staff: lur }) {
  const folder = await writeDocuments(registries)
  t.teardown(() => removeDocuments(folder))
  const shared = openMemoryStore({ clock: Date.now })
  const store: StateStore = { ...shared, close: async () => {} }

  return async function run(verb: UserVerb, options: Partial<UsersOptions> = {}) {
    let output = ''
    const status = await runUsersVerb({
      verb,
      configFolder: folder,
      parts: [],
      environment: { USERS: join(folder, 'data') },
      json: false,
      password: async () => 'a long password',
      audit: async () => {},
      openStore: async () => store,
      write: (text) => {
        output += text
      },
      ...options,
    })
    return { status, output }
  }
}

test('adds, lists, changes and removes users', async (t) => {
  const run = await commands(t)
  t.deepEqual(await run('list'), { status: 0, output: 'no users yet; "sluice users add NAME" adds one\n' })
  t.deepEqual(await run('add', { name: 'bert' }), { status: 0, output: 'bert has been added in staff\n' })
  await run('add', { name: 'anna' })
  t.regex((await run('list')).output, /^anna {2}\d{4}-\S+Z\nbert {2}\d{4}-\S+Z\n$/)

  t.like(await run('passwd', { name: 'bert' }), { output: 'bert has been changed in staff\n' })
  t.like(await run('remove', { name: 'anna' }), { output: 'anna has been removed in staff\n' })
  const { output } = await run('list', { json: true })
  t.deepEqual(
    JSON.parse(output).map(({ name }: { name: string }) => name),
    ['bert'],
  )
  t.false(output.includes('argon2'))
})

test('every change is in the audit trail', async (t) => {
  const run = await commands(t)
  const trail: unknown[] = []
  const audit = async (...entry: unknown[]) => void trail.push(entry)
  await run('add', { name: 'anna', audit })
  await run('list', { audit })
  await t.throwsAsync(run('remove', { name: 'bert', audit }))
  t.deepEqual(trail, [['users add', { registry: 'staff', user: 'anna' }]])
})

test('prints the result as JSON', async (t) => {
  const run = await commands(t)
  const { output } = await run('add', { name: 'anna', json: true })
  t.deepEqual(JSON.parse(output), { registry: 'staff', user: 'anna', done: 'added' })
})

test('reads a password only when one is needed', async (t) => {
  const run = await commands(t)
  await run('add', { name: 'anna' })
  const password = () => Promise.reject(new Error('was asked'))
  await t.throwsAsync(run('passwd', { name: 'anna', password }), { message: 'was asked' })
  await t.notThrowsAsync(run('list', { password }))
  await t.notThrowsAsync(run('remove', { name: 'anna', password }))
})

test('finds the registry by its name when there are several', async (t) => {
  const run = await commands(t, { staff: lur, guests: lur.replace('users.json', 'guests.json'), web: authurl })
  await t.throwsAsync(run('list'), {
    message: /^there is more than one user registry of type lur: name one of (guests, staff|staff, guests)$/,
  })
  await t.throwsAsync(run('list', { registry: 'stuff' }), {
    message: 'there is no user registry of type lur "stuff" - did you mean "staff"?',
  })
  await t.throwsAsync(run('list', { registry: 'web' }), { message: /^there is no user registry of type lur/ })
  t.is((await run('add', { registry: 'guests', name: 'anna' })).output, 'anna has been added in guests\n')
})

test('reports that there is no local registry', async (t) => {
  const run = await commands(t, { web: authurl })
  await t.throwsAsync(run('list'), { message: /enables a user registry of type lur$/ })
})

test('prints the problems of the documents', async (t) => {
  const run = await commands(t, { staff: 'registry_type: lur' })
  await t.throwsAsync(run('list'), {
    message: /^the documents in .* have errors:\n {2}providers\/staff\.yaml:\d+:\d+ .*users_file/,
  })
})

test('sets, shows and removes the token limits of a user', async (t) => {
  const run = await commands(t)
  await run('add', { name: 'anna' })
  const trail: unknown[] = []
  const audit = async (...entry: unknown[]) => void trail.push(entry)
  const ceiling = { accessTokenTtl: 60 }
  t.like(await run('limit', { name: 'anna', ceiling, audit }), { output: 'anna has been limited in staff\n' })
  t.regex((await run('list')).output, /^anna {2}\S+ {2}access tokens expire after 60 s at most\n$/)
  t.like(JSON.parse((await run('list', { json: true })).output), [{ tokenCeiling: ceiling }])
  t.deepEqual(trail, [['users limit', { registry: 'staff', user: 'anna', ceiling }]])

  await run('limit', { name: 'anna' })
  t.notRegex((await run('list')).output, /at most/)
})

test('refuses a limit with a scope that no provider of the registry has', async (t) => {
  const run = await commands(t)
  await run('add', { name: 'anna' })
  await t.throwsAsync(run('limit', { name: 'anna', ceiling: { scopes: ['customer'] } }), {
    message: /no native OAuth provider that asks the registry staff has the scope "customer"/,
  })
})

test('users in the store have the same commands', async (t) => {
  const run = await commands(t, { staff: 'registry_type: lur\nusers: store' })
  await run('add', { name: 'anna' })
  await t.throwsAsync(run('add', { name: 'Anna' }), { message: /exists already/ })
  t.regex((await run('list')).output, /^anna {2}\d{4}-\S+Z\n$/)
  await run('remove', { name: 'anna' })
  t.regex((await run('list')).output, /^no users yet/)
})
