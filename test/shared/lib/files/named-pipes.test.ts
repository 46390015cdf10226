/** A pipe in place of a file that a setting or a document names is an error: nothing waits for a writer that never comes. */
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { openFileSupply } from '../../../../src/gateway/oauth/keys/file-supply.ts'
import { backUpData, verifyBackup } from '../../../../src/sandbox/backup/index.ts'
import { loadServerTls } from '../../../../src/shared/http/listener/server-tls.ts'
import { readSecret } from '../../../../src/shared/process/settings/parse-setting.ts'
import { readUserFile } from '../../../../src/shared/registries/local/user-file.ts'
import { copyServerCertificate } from '../../../_support/server-certificate.ts'

async function openFolder(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'named-pipes-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  execFileSync('mkfifo', [join(folder, 'pipe')])
  return folder
}

for (const member of ['certificateFile', 'keyFile', 'clientCaFile'] as const) {
  test(`the ${member} of the gateway`, async (t) => {
    const folder = await openFolder(t)
    await copyServerCertificate(folder)
    const files = {
      certificateFile: join(folder, 'certificate.pem'),
      keyFile: join(folder, 'key.pem'),
      clientCaFile: undefined,
      clientCertificates: 'none',
      minVersion: 'TLSv1.2',
    } as const
    const message = /SLUICE_TLS_\w+ names .*\/pipe, which cannot be read: it is a pipe, a socket or a device/
    await t.throwsAsync(loadServerTls({ ...files, [member]: join(folder, 'pipe') }), { message })
  })
}

for (const [title, read] of [
  ['the signing keys of a provider', (path: string) => openFileSupply({ kind: 'file', path }).load()],
  ['the file of a user registry', readUserFile],
  ['the file of a secret', async (path: string) => readSecret('PASSWORD', (name) => (name === 'PASSWORD' ? '' : path))],
] as const) {
  test(title, async (t) => {
    await t.throwsAsync(read(join(await openFolder(t), 'pipe')), {
      message: /ENOTREG: not a regular file, open '.*pipe'/,
    })
  })
}

const backUp = (dataFolder: string, target: string) =>
  backUpData({ dataFolder, target, backUpQueueManagers: async () => {}, now: 0 })

test('the target of a backup, the manifest of a backup, and a file in it', async (t) => {
  const folder = await openFolder(t)
  const [data, target] = [join(folder, 'data'), join(folder, 'backup')]
  await mkdir(data)
  await writeFile(join(data, 'audit.jsonl'), '{}\n')
  await t.throwsAsync(backUp(data, join(folder, 'pipe')), { code: 'ENOTDIR' })
  await backUp(data, target)

  for (const [name, message] of [
    ['audit.jsonl', /audit\.jsonl cannot be read: ENOTREG/],
    ['backup.json', /backup is no backup: ENOTREG/],
  ] as const) {
    await rm(join(target, name))
    execFileSync('mkfifo', [join(target, name)])
    await t.throwsAsync(verifyBackup(target), { message })
  }
})

test('a link to a pipe in a folder that is backed up', async (t) => {
  const folder = await openFolder(t)
  const data = join(folder, 'data')
  await mkdir(data)
  await symlink(join(folder, 'pipe'), join(data, 'link'))
  await t.throwsAsync(backUp(data, join(folder, 'backup')), { code: 'ENOTREG' })
})
