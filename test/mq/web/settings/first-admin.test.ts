import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { verifyPassword } from '../../../../src/mq/web/settings/passwords.ts'
import { readSettings } from '../../../../src/mq/web/settings/read.ts'
import { addFirstAdmin, ensureSettingsFile } from '../../../../src/mq/web/settings/settings-file.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'

async function openFolder(t: ExecutionContext): Promise<{ folder: string; file: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-admin-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  await ensureSettingsFile(folder, 'mqwebuser')
  return { folder, file: join(folder, 'mqwebuser.xml') }
}

for (const name of ['mqadmin', 'Ann "<&>" O\'Hara']) {
  test(`the first user ${name} signs in with both roles`, async (t) => {
    const { folder, file } = await openFolder(t)
    await addFirstAdmin(folder, { name, password: 'pä"$ss<' }, silentLog)
    const text = readFileSync(file, 'utf8')
    t.false(text.includes('pä'))
    t.is(statSync(file).mode & 0o777, 0o600)
    const { registry } = readSettings(text, { file, folder, environment: {} }).settings.security
    if (registry?.type !== 'basic') return t.fail('no basic registry')
    const hash = registry.users.get(name)
    t.true(hash && (await verifyPassword(hash, 'pä"$ss<')))
    t.false(hash && (await verifyPassword(hash, 'other')))
  })
}

test('a settings file that was edited stays as it is', async (t) => {
  const { folder, file } = await openFolder(t)
  await addFirstAdmin(folder, { name: 'one', password: 'first' }, silentLog)
  const before = readFileSync(file, 'utf8')
  await addFirstAdmin(folder, { name: 'two', password: 'second' }, silentLog)
  t.is(readFileSync(file, 'utf8'), before)
  writeFileSync(file, '<server/>')
  await addFirstAdmin(folder, { name: 'two', password: 'second' }, silentLog)
  t.is(readFileSync(file, 'utf8'), '<server/>')
})

test('the samples that a first settings file names are beside it, in a folder for its owner alone', async (t) => {
  const { folder, file } = await openFolder(t)
  for (const [name = ''] of readFileSync(file, 'utf8').matchAll(/\w+\.xml(?=[,)])/g))
    t.true(readFileSync(join(folder, name), 'utf8').includes('<server>'), name)
  const made = join(folder, 'data', 'mqweb')
  await ensureSettingsFile(made, 'basic_registry')
  t.deepEqual([statSync(join(folder, 'data')).mode & 0o777, statSync(made).mode & 0o777], [0o700, 0o700])
})
