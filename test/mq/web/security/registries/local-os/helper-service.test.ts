/** The local operating system registry with a helper service, which needs no rights of root. */
import type { Socket } from 'node:net'
import { userInfo } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import anyTest, { type ExecutionContext, type TestFn } from 'ava'
import { findGroups } from '../../../../../../src/mq/web/security/registries/local-os/find-groups.ts'
import { findPamService } from '../../../../../../src/mq/web/security/registries/local-os/find-pam-service.ts'
import { openLocalOsRegistry } from '../../../../../../src/mq/web/security/registries/local-os/local-os.ts'
import { readLocalOsRegistry } from '../../../../../../src/mq/web/settings/local-os-registry.ts'
import { MqwebSettingsError } from '../../../../../../src/mq/web/settings/settings.ts'
import { openLog } from '../../../../../../src/shared/lib/output/log.ts'
import { RegistryUnavailableError } from '../../../../../../src/shared/registries/index.ts'
import { serveHelper } from './_helper-service.ts'

// `id` of other systems has other options.
const test = process.platform === 'linux' ? anyTest : (anyTest.skip as unknown as TestFn)

const { username } = userInfo()
const accepted = '{"outcome":"accepted"}'
/** A sign-in that is accepted starts a process to read the groups. */
const rejected = '{"outcome":"rejected","reason":"wrong password"}'

async function open(
  t: ExecutionContext,
  respond: string | ((socket: Socket) => void),
  settings: Partial<ReturnType<typeof readLocalOsRegistry>> = {},
) {
  const { path, received } = await serveHelper(t, respond)
  const logged: { level: string; msg: string; user: string; service: string; reason: string }[] = []
  const registry = openLocalOsRegistry(
    { ...readLocalOsRegistry(), helperSocket: path, ...settings },
    {
      clock: () => 0,
      platform: 'linux',
      userId: 1000,
      log: openLog({ write: (line) => logged.push(JSON.parse(line)) }),
    },
  )
  return { registry, received, logged }
}

test('a user whom the helper accepts has the groups of the system', async (t) => {
  const { registry, received, logged } = await open(t, accepted, { pamService: 'mine' })
  t.deepEqual(await registry.authenticate(username, 'any'), { name: username, groups: await findGroups(username) })
  t.deepEqual(received, [{ service: 'mine', name: username, password: 'any' }])
  t.deepEqual(logged, [])
})

test('without a service in the settings, the helper gets the service of the system', async (t) => {
  const { registry, received } = await open(t, accepted)
  await registry.authenticate(username, 'any')
  t.deepEqual(received, [{ service: await findPamService(), name: username, password: 'any' }])
})

test('a user whom the helper accepts and the system does not have is rejected', async (t) => {
  const { registry } = await open(t, accepted)
  t.is(await registry.authenticate('no-such-user-of-sluice', 'any'), undefined)
})

test('the log has the reason of a rejection', async (t) => {
  const { registry, logged } = await open(t, '{"outcome":"rejected","reason":"the account is locked"}', {
    pamService: 'mine',
  })
  t.is(await registry.authenticate(username, 'guess99'), undefined)
  t.is(logged.length, 1)
  t.like(logged[0], {
    level: 'warn',
    msg: 'PAM rejected a sign-in',
    user: username,
    service: 'mine',
    reason: 'the account is locked',
  })
  t.false(JSON.stringify(logged).includes('guess99'))
})

for (const [name, password] of [
  ['0', 'any'],
  ['-root', 'any'],
  ['', 'any'],
  [username, ''],
  [username, 'any\0'],
] as const) {
  test(`rejects ${JSON.stringify(name)} with ${JSON.stringify(password)} without the helper`, async (t) => {
    const { registry, received } = await open(t, accepted)
    t.is(await registry.authenticate(name, password), undefined)
    t.deepEqual(received, [])
  })
}

test('users are found by name and by the common name of a certificate', async (t) => {
  const { registry } = await open(t, accepted)
  const identity = { name: username, groups: await findGroups(username) }
  t.deepEqual(await registry.find(username), identity)
  t.deepEqual(await registry.identify({ commonName: username, distinguishedName: 'CN=x' }), identity)
  t.true('rejected' in (await registry.identify({ commonName: undefined, distinguishedName: `O=${username}` })))
  for (const name of ['no-such-user-of-sluice', '0', '-root']) {
    t.is(await registry.find(name), undefined)
    t.true('rejected' in (await registry.identify({ commonName: name, distinguishedName: `CN=${username}` })))
  }
})

test('two sign-ins are checked at the same time, and more than 200 that wait are rejected', async (t) => {
  const sockets: Socket[] = []
  const second = Promise.withResolvers<void>()
  const { registry, received } = await open(t, (socket) => {
    if (sockets.push(socket) === 2) second.resolve()
    if (isReleased) socket.end(rejected)
  })
  let isReleased = false
  const signIn = () => registry.authenticate(username, 'any')
  const waiting = Array.from({ length: 202 }, signIn)
  await second.promise
  await t.throwsAsync(signIn(), { instanceOf: RegistryUnavailableError, message: /too many sign-ins wait/ })
  for (let turn = 0; turn < 20; turn += 1) await nextTurn()
  t.is(received.length, 2)
  isReleased = true
  for (const socket of sockets) socket.end(rejected)
  t.is((await Promise.all(waiting)).length, 202)
})

test('needs Linux, and root or the helper service', (t) => {
  const openAs = (platform: NodeJS.Platform, userId: number | undefined, helperSocket?: string) =>
    openLocalOsRegistry(
      { ...readLocalOsRegistry(), helperSocket },
      { clock: () => 0, log: openLog({ write: () => {} }), platform, userId },
    )
  for (const userId of [1, 1000]) {
    t.throws(() => openAs('linux', userId), {
      instanceOf: MqwebSettingsError,
      message: new RegExp(
        `rights of root.*user ID ${userId}\\. Install the PAM helper service and set <localOSRegistry helperSocket=`,
      ),
    })
  }
  for (const helperSocket of [undefined, '/run/helper.sock']) {
    t.throws(() => openAs('darwin', 0, helperSocket), {
      instanceOf: MqwebSettingsError,
      message: /needs Linux-PAM.*"darwin"/,
    })
    t.notThrows(() => openAs('linux', 0, helperSocket))
  }
  t.notThrows(() => openAs('linux', 1000, '/run/helper.sock'))
})
