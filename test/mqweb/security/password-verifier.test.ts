import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import test, { type ExecutionContext } from 'ava'

import { silentLog } from '../../../src/lib/output/log.ts'
import { openPasswordVerifier } from '../../../src/mqweb/security/password-verifier.ts'
import { MqwebSettingsError } from '../../../src/mqweb/settings/settings.ts'
import { settings } from '../_support/server.ts'

async function open(t: ExecutionContext, xml: string) {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-'))
  const file = join(folder, 'mqwebuser.xml')
  await writeFile(file, xml)
  const verifier = openPasswordVerifier({ folder, environment: {}, log: silentLog, clock: () => 0 })
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
