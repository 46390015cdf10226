import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { readMqwebSettings } from '../../../../src/shared/process/settings/index.ts'

test('without variables, mqwebuser.xml decides', (t) => {
  t.deepEqual(readMqwebSettings({}), {})
  t.deepEqual(readMqwebSettings({ SLUICE_HOST: '', SLUICE_MQWEB_PORT: '' }), {})
})

test('address and port are those of the environment', (t) => {
  t.deepEqual(readMqwebSettings({ SLUICE_HOST: '0.0.0.0', SLUICE_MQWEB_PORT: '9' }), { host: '0.0.0.0', port: 9 })
  t.deepEqual(readMqwebSettings({ SLUICE_HOST: '[::]' }), { host: '::' })
})

test('the password of the first user is in the environment or in a file', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-settings-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  const file = join(folder, 'password')
  writeFileSync(file, 'secret\n')
  const SLUICE_MQWEB_ADMIN = 'ann'
  const firstAdmin = { name: 'ann', password: 'secret' }
  for (const source of [{ SLUICE_MQWEB_ADMIN_PASSWORD: 'secret' }, { SLUICE_MQWEB_ADMIN_PASSWORD_FILE: file }])
    t.deepEqual(readMqwebSettings({ SLUICE_MQWEB_ADMIN, ...source }), { firstAdmin })
})

for (const [title, environment, message] of [
  ['a name without a password', { SLUICE_MQWEB_ADMIN: 'ann' }, /must both be set/],
  ['a password without a name', { SLUICE_MQWEB_ADMIN_PASSWORD: 'x' }, /must both be set/],
  [
    'two passwords',
    { SLUICE_MQWEB_ADMIN_PASSWORD: 'x', SLUICE_MQWEB_ADMIN_PASSWORD_FILE: '/x' },
    /SLUICE_MQWEB_ADMIN_PASSWORD and SLUICE_MQWEB_ADMIN_PASSWORD_FILE are both set/,
  ],
  ['a file that is missing', { SLUICE_MQWEB_ADMIN_PASSWORD_FILE: '/none/x' }, /_FILE cannot be read: ENOENT/],
] as const) {
  test(`${title} is rejected`, (t) => {
    t.throws(() => readMqwebSettings(environment), { message })
  })
}
