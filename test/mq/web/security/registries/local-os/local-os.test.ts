import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import anyTest, { type TestFn } from 'ava'
import type { UserRegistry } from '../../../../../../src/mq/web/identity/user-registry.ts'
import { openLocalOsRegistry } from '../../../../../../src/mq/web/security/registries/local-os/local-os.ts'
import { readLocalOsRegistry } from '../../../../../../src/mq/web/settings/local-os-registry.ts'
import { openLog } from '../../../../../../src/shared/lib/output/log.ts'
import { findModule } from '../../../../../../src/shared/lib/package/source-files.ts'
import { openServer } from '../../../_support/server.ts'
import { behavesAsMqUserRegistry } from '../conformance.ts'
import { createSystemUsers, missing, type SystemUsers } from './_system-users.ts'

const test = missing ? (anyTest.skip as unknown as TestFn) : anyTest
if (missing) anyTest.skip(`the tests of the local operating system registry: ${missing}`, () => {})

const suffix = randomBytes(4).toString('hex')
const group = `writers${suffix}`
const users = [
  { name: `alice${suffix}`, password: 'wonderland' },
  { name: `bob${suffix}`, password: 'pass:with:colons and spaces ' },
  { name: `zoe${suffix}`, password: 'pässwörd ☂ 🙂' },
] as const
const [alice, bob, zoe] = users
const temporary = [
  { name: `locked${suffix}`, password: 'wonderland' },
  { name: `old${suffix}`, password: 'wonderland' },
  { name: `gone${suffix}`, password: 'wonderland' },
] as const
const [locked, old, gone] = temporary

let system: SystemUsers | undefined
anyTest.before(async () => {
  if (missing) return
  system = await createSystemUsers([...users, ...temporary], group)
  await system.run('passwd', ['-l', locked.name])
  await system.run('chage', ['-d', '0', old.name])
  await system.run('chage', ['-E', '1', gone.name])
})
anyTest.after.always(async () => system?.remove())

function open(changes: Partial<ReturnType<typeof readLocalOsRegistry>> = {}) {
  const logged: { msg: string; user: string; reason: string }[] = []
  const log = openLog({ write: (line) => logged.push(JSON.parse(line)) })
  return {
    registry: openLocalOsRegistry({ ...readLocalOsRegistry(), timeoutMs: 60_000, ...changes }, { clock: () => 0, log }),
    logged,
  }
}

/** Shared, so that at most two helpers run at the same time. */
const shared = missing ? undefined : open().registry

behavesAsMqUserRegistry(
  test,
  async () => ({
    registry: shared as UserRegistry,
    realm: 'LocalOSRegistry',
    subjectOf: (commonName) => ({ commonName, distinguishedName: `CN=${commonName},O=example` }),
  }),
  { users, groupsOf: (name) => (name === alice.name ? [name, group] : [name]), isCaseSensitive: true },
)

for (const [title, { name, password }, reason] of [
  ['a locked account', locked, /^the account is locked/],
  ['an expired password', old, /PAM code 12/],
  ['an expired account', gone, /PAM code/],
  ['a wrong password', { name: bob.name, password: 'guess' }, /PAM code 7/],
  ['an unknown user', { name: `no${suffix}`, password: 'guess' }, /^the user does not exist/],
] as const) {
  test(`rejects ${title}, with the reason in the log and without the password`, async (t) => {
    const { registry, logged } = open()
    t.is(await registry.authenticate(name, password), undefined)
    t.like(logged[0], { msg: 'PAM rejected a sign-in', user: name })
    t.regex(logged[0]?.reason ?? '', reason)
    t.false(JSON.stringify(logged).includes(password))
  })
}

const socketActivate = '/usr/bin/systemd-socket-activate'
const testService = existsSync(socketActivate) ? test.serial : (anyTest.skip as unknown as TestFn)
testService('systemd runs the helper behind a socket', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'pam-'))
  const helperSocket = join(folder, 'helper.sock')
  const helper = findModule('mq/web/security/registries/local-os/pam-helper')
  const args = ['--accept', '--inetd', '--listen', helperSocket, process.execPath, helper]
  const service = spawn(socketActivate, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  t.teardown(async () => {
    service.kill()
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  })
  await once(service.stderr, 'data') // it writes a line when it listens
  const { registry } = open({ helperSocket })
  t.like(await registry.authenticate(zoe.name, zoe.password), { name: zoe.name })
  t.is(await registry.authenticate(zoe.name, 'guess'), undefined)
})

const feature = '<feature>localOSAuthenticationMQ-1.0</feature>'
const features = `<featureManager><feature>appSecurity-2.0</feature><feature>basicAuthenticationMQ-1.0</feature>${feature}</featureManager>`
const queue = '/ibmmq/rest/v2/messaging/qmgr/QM1/queue/Q1/message'

test('a system user puts a message with the authority of a group', async (t) => {
  const server = await openServer(t, {
    xml: `<server>${features}</server>`,
    commands: [
      'DEFINE QLOCAL(Q1)',
      `SET AUTHREC OBJTYPE(QMGR) GROUP('${group}') AUTHADD(CONNECT,INQ)`,
      `SET AUTHREC PROFILE(Q1) OBJTYPE(QUEUE) GROUP('${group}') AUTHADD(PUT,GET)`,
    ],
  })
  const put = (user: string) =>
    server.call('POST', queue, { user, body: 'hello', headers: { 'content-type': 'text/plain' } })
  t.is((await put(`${alice.name}:${alice.password}`)).status, 201)
  t.is((await put(`${zoe.name}:${zoe.password}`)).status, 403)
  t.is((await put(`${alice.name}:guess`)).status, 401)
  t.is((await put(`${locked.name}:${locked.password}`)).status, 401)
  const admin = await server.call('GET', '/ibmmq/rest/v2/admin/qmgr', { user: `${zoe.name}:${zoe.password}` })
  t.is(admin.status, 200, 'all users have MQWebUser without role bindings')
})

test('roles are bound to groups and users of the system', async (t) => {
  const xml = `<server>${features}<localOSRegistry realm="os"/>
    <enterpriseApplication id="com.ibm.mq.rest"><application-bnd>
      <security-role name="MQWebAdmin"><group name="${group}" realm="os"/></security-role>
      <security-role name="MQWebAdminRO"><user name="${zoe.name}"/></security-role>
    </application-bnd></enterpriseApplication></server>`
  const server = await openServer(t, { xml })
  const roles = async ({ name, password }: { name: string; password: string }) =>
    (await server.call('GET', '/ibmmq/rest/v2/login', { user: `${name}:${password}` })).json?.user?.[0]?.role
  t.deepEqual(await roles(alice), ['MQWebAdmin'])
  t.deepEqual(await roles(zoe), ['MQWebAdminRO'])
})

anyTest('a change to a registry that cannot be opened keeps the previous settings', async (t) => {
  const server = await openServer(t)
  const other = missing ? '' : ' helperSocket="relative"'
  await writeFile(join(server.folder, 'mqwebuser.xml'), `<server>${features}<localOSRegistry${other}/></server>`)
  await server.web.reloadSettings()
  t.is((await server.call('GET', '/ibmmq/rest/v2/login', { user: 'mqadmin:mqadmin' })).status, 200)
  t.regex(server.logged.map(({ msg }) => msg).join('\n'), /previous settings stay in use/)
})
