import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { emptyUserRegistry } from '../../../../src/mq/web/identity/user-registry.ts'
import type { PasswordVerifierOptions } from '../../../../src/mq/web/security/password-verifier.ts'
import { openPasswordVerifier } from '../../../../src/mq/web/security/password-verifier.ts'
import { MqwebSettingsError } from '../../../../src/mq/web/settings/settings.ts'
import { openLog, silentLog } from '../../../../src/shared/lib/output/log.ts'
import { eventually } from '../../../_support/eventually.ts'
import { settings } from '../_support/server.ts'

async function open(t: ExecutionContext, xml: string, options: Partial<PasswordVerifierOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-'))
  const file = join(folder, 'mqwebuser.xml')
  await writeFile(file, xml)
  const verifier = openPasswordVerifier({ folder, environment: {}, log: silentLog, clock: () => 0, ...options })
  t.teardown(async () => {
    await verifier.close()
    await rm(folder, { recursive: true })
  })
  return { ...verifier, write: (text: string) => writeFile(file, text) }
}

test('a user of the registry is identified by its password, with its groups', async (t) => {
  const { verify } = await open(t, settings())
  t.deepEqual(await verify('app', 'passw0rd', '127.0.0.1'), { name: 'app', groups: [], privileged: false })
  t.deepEqual(await verify('mqadmin', 'mqadmin', '127.0.0.1'), {
    name: 'mqadmin',
    groups: ['MQWebAdminGroup'],
    privileged: true,
  })
})

test('a wrong password and an unknown user identify no user', async (t) => {
  const { verify } = await open(t, settings())
  t.is(await verify('app', 'wrong', '127.0.0.1'), undefined)
  t.is(await verify('stranger', 'passw0rd', '127.0.0.1'), undefined)
})

test('rejects while the settings are invalid, and works once they are corrected', async (t) => {
  const { verify, write } = await open(t, '<server><broken></server>')
  await t.throwsAsync(verify('app', 'passw0rd', '127.0.0.1'), { instanceOf: MqwebSettingsError })
  await write(settings())
  t.like(await verify('app', 'passw0rd', '127.0.0.1'), { name: 'app' })
})

/** Opens registries, each with its number as the only password of every user, and records which are closed. */
function numberedRegistries() {
  const closed: number[] = []
  let count = 0
  function openRegistry() {
    count += 1
    const number = count
    return {
      ...emptyUserRegistry,
      async authenticate(name: string, password: string) {
        return password === String(number) ? { name, groups: [] } : undefined
      },
      async close() {
        closed.push(number)
      },
    }
  }
  return { openRegistry, closed }
}

test('a change of the settings replaces the registry, and closes the previous one', async (t) => {
  const { openRegistry, closed } = numberedRegistries()
  const { verify, write } = await open(t, settings(), { openRegistry })
  t.like(await verify('app', '1', '127.0.0.1'), { name: 'app' })
  await write(settings('<!-- changed -->'))
  t.true(await eventually(async () => closed.length > 0 || undefined))
  t.deepEqual(closed, [1])
  t.is(await verify('app', '1', '127.0.0.1'), undefined)
  t.like(await verify('app', '2', '127.0.0.1'), { name: 'app' })
})

test('closing closes the current registry', async (t) => {
  const { openRegistry, closed } = numberedRegistries()
  const { verify, close } = await open(t, settings(), { openRegistry })
  await verify('app', '1', '127.0.0.1')
  await close()
  t.deepEqual(closed, [1])
})

test('a registry that cannot be opened is opened again at the next call, and leaves no watcher behind', async (t) => {
  const logged: { level: string; msg: string }[] = []
  const { openRegistry, closed } = numberedRegistries()
  let isMissing = true
  const { verify, write } = await open(t, settings(), {
    log: openLog({ write: (line) => logged.push(JSON.parse(line)) }),
    openRegistry() {
      if (isMissing) throw new MqwebSettingsError(['the helper is missing'])
      return openRegistry()
    },
  })
  await t.throwsAsync(verify('app', '1', '127.0.0.1'), { message: /the helper is missing/ })
  isMissing = false
  t.like(await verify('app', '1', '127.0.0.1'), { name: 'app' })
  await write(settings('<!-- changed -->'))
  t.true(await eventually(async () => closed.length > 0 || undefined))
  t.deepEqual(
    logged.filter(({ level }) => level === 'error').map(({ msg }) => msg),
    [],
  )
})
