import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { openEnvironmentSupply } from '../../../../src/gateway/oauth/keys/environment-supply.ts'
import { openFileSupply } from '../../../../src/gateway/oauth/keys/file-supply.ts'
import { parseKeys } from '../../../../src/gateway/oauth/keys/parse-keys.ts'

function folderFor(t: ExecutionContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-keys-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  return folder
}

function generatePem() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  return { pem, kid: parseKeys(pem, 'test')[0]?.kid }
}

test('reads a file, and a replaced one', async (t) => {
  const path = join(folderFor(t), 'key.pem')
  const [a, b] = [generatePem(), generatePem()]
  writeFileSync(path, a.pem)
  const supply = openFileSupply({ kind: 'file', path })
  t.is((await supply.load())[0]?.kid, a.kid)
  writeFileSync(path, b.pem)
  t.is((await supply.load())[0]?.kid, b.kid)
})

test('reads a mounted secret: files in the order of their names, through links that are replaced', async (t) => {
  const folder = folderFor(t)
  const [a, b, c] = [generatePem(), generatePem(), generatePem()]
  mkdirSync(join(folder, '..2026'))
  writeFileSync(join(folder, '..2026', 'b.pem'), b.pem)
  writeFileSync(join(folder, '..2026', 'a.pem'), a.pem)
  symlinkSync('..2026', join(folder, '..data'))
  for (const name of ['b.pem', 'a.pem']) symlinkSync(join('..data', name), join(folder, name))
  const supply = openFileSupply({ kind: 'file', path: folder })
  const kids = async () => (await supply.load()).map(({ kid }) => kid)
  t.deepEqual(await kids(), [a.kid, b.kid])

  mkdirSync(join(folder, '..2027'))
  writeFileSync(join(folder, '..2027', 'b.pem'), c.pem)
  writeFileSync(join(folder, '..2027', 'a.pem'), a.pem)
  symlinkSync('..2027', join(folder, '..next'))
  renameSync(join(folder, '..next'), join(folder, '..data'))
  t.deepEqual(await kids(), [a.kid, c.kid])
})

test('names the file that is missing, empty or wrong', async (t) => {
  const folder = folderFor(t)
  const load = (path: string) => openFileSupply({ kind: 'file', path }).load()
  await t.throwsAsync(load(join(folder, 'none.pem')), { name: 'KeySourceError', message: /none\.pem: ENOENT/ })
  await t.throwsAsync(load(folder), { message: /the folder has no file; put a private key/ })
  writeFileSync(join(folder, 'a.pem'), 'x')
  await t.throwsAsync(load(folder), { message: /a\.pem: it has no key/ })
})

test('reads a variable, in which line breaks may be written as \\n', async (t) => {
  const { pem, kid } = generatePem()
  const open = (environment: Record<string, string>) =>
    openEnvironmentSupply({ kind: 'environment', variable: 'KEY' }, { environment, clock: () => 0, onSignature() {} })
  t.is((await open({ KEY: pem }).load())[0]?.kid, kid)
  t.is((await open({ KEY: pem.replaceAll('\n', '\\n') }).load())[0]?.kid, kid)
  await t.throwsAsync(open({}).load(), { message: /variable KEY: it is not set/ })
})
