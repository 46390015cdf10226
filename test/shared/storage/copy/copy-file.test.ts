import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import {
  readSavedAt,
  readStoreCopy,
  type StoreCopy,
  StoreCopyError,
  writeStoreCopy,
} from '../../../../src/shared/storage/copy/copy-file.ts'

const entry = (value: string, expiresAt?: number) => ({ value, consumedAt: undefined, expiresAt })
const copy: StoreCopy = {
  savedAt: 1_700_000_000_000,
  kinds: new Map([
    ['revoked', Array.from({ length: 2_500 }, (_, n) => ({ key: `id ${n}\n`, entry: entry('é', n) }))],
    ['none', []],
    ['key', [{ key: '1', entry: entry('k') }]],
  ]),
}

async function place(t: ExecutionContext) {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-copy-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  return { folder, file: join(folder, 'store-copy', 'providers.jsonl'), secret: 'postgres://a:b@db/x' }
}

test('a copy is read as it was written, and only its user can read the file', async (t) => {
  const location = await place(t)
  t.is(await readStoreCopy(location), undefined)
  t.is(await readSavedAt(location.file), undefined)
  await writeStoreCopy(location, copy)
  t.deepEqual(await readStoreCopy(location), copy)
  t.is(await readSavedAt(location.file), copy.savedAt)
  t.is((await stat(location.file)).mode & 0o777, 0o600)
  t.is((await stat(join(location.folder, 'store-copy'))).mode & 0o777, 0o700)
  await writeStoreCopy(location, { savedAt: copy.savedAt + 1, kinds: new Map() })
  t.deepEqual(await readdir(join(location.folder, 'store-copy')), ['providers.jsonl'])
  t.deepEqual(await readStoreCopy(location), { savedAt: copy.savedAt + 1, kinds: new Map() })
})

test('a copy that was cut, changed, or made of another store is refused', async (t) => {
  const location = await place(t)
  await writeStoreCopy(location, copy)
  const text = await readFile(location.file, 'utf8')
  const refused = { instanceOf: StoreCopyError, message: /damaged, was changed, or is the copy of another store/ }
  await t.throwsAsync(readStoreCopy({ ...location, secret: 'postgres://a:c@db/x' }), refused)
  const lines = text.split('\n')
  for (const changed of [
    '',
    '\n',
    text.slice(0, -3),
    text.slice(0, text.length / 2),
    text.replace('id 7', 'id 8'),
    [...lines.slice(0, 5), ...lines.slice(6)].join('\n'),
    text.replace('1700000000000', '1800000000000'),
    `${text}[2,"2","k",null]\n`,
  ]) {
    await writeFile(location.file, changed)
    await t.throwsAsync(readStoreCopy(location), refused, changed.slice(0, 50))
  }
})

test('a copy that other users can read or change is refused', async (t) => {
  const location = await place(t)
  await writeStoreCopy(location, copy)
  for (const mode of [0o640, 0o604, 0o620, 0o602]) {
    await chmod(location.file, mode)
    await t.throwsAsync(readStoreCopy(location), { instanceOf: StoreCopyError, message: /mode must be 0600/ })
  }
})

test('a copy that is too large is not written, and the one before is removed', async (t) => {
  const location = await place(t)
  await writeStoreCopy(location, copy)
  const large = Array.from({ length: 40 }, (_, n) => ({ key: String(n), entry: entry('x'.repeat(2 ** 20)) }))
  await t.throwsAsync(writeStoreCopy(location, { savedAt: 1, kinds: new Map([['key', large]]) }), {
    instanceOf: StoreCopyError,
    message: 'it has more than 32 MiB',
  })
  t.is(await readStoreCopy(location), undefined)
})
