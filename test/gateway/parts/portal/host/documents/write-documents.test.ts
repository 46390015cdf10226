import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { writeDocuments } from '../../../../../../src/gateway/parts/portal/host/documents/write-documents.ts'
import { PortalRequestError } from '../../../../../../src/gateway/parts/portal/host/portal-request-error.ts'

/** A folder with the documents `apis/a.yaml` (mode 0640) and `apis/b.yaml`. */
async function open(t: ExecutionContext) {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-write-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  await mkdir(join(folder, 'apis'))
  await writeFile(join(folder, 'apis/a.yaml'), 'a\n')
  await chmod(join(folder, 'apis/a.yaml'), 0o640)
  await writeFile(join(folder, 'apis/b.yaml'), 'b\n')

  /** The texts of all files by their paths. */
  async function texts(): Promise<Record<string, string>> {
    const found = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = found.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name))
    const read = async (file: string) => [file.slice(folder.length + 1), await readFile(file, 'utf8')]
    return Object.fromEntries(await Promise.all(files.map(read)))
  }
  const write = (changes: Parameters<typeof writeDocuments>[1]) => writeDocuments(folder, changes)
  return { folder, texts, write }
}

const original = { 'apis/a.yaml': 'a\n', 'apis/b.yaml': 'b\n' }

test('changes, adds and removes documents together, and restores all of them', async (t) => {
  const { folder, texts, write } = await open(t)
  const restore = await write([
    { file: 'apis/a.yaml', before: 'a\n', after: 'new a\n' },
    { file: 'apis/b.yaml', before: 'b\n', after: undefined },
    { file: 'more/deep/c.yaml', before: undefined, after: 'c\n' },
  ])
  t.deepEqual(await texts(), { 'apis/a.yaml': 'new a\n', 'more/deep/c.yaml': 'c\n' })
  await restore()
  t.deepEqual(await texts(), original)
  t.is((await stat(join(folder, 'apis/a.yaml'))).mode & 0o777, 0o640)
})

test('a document that is written twice in one change is restored to what it was first', async (t) => {
  const { texts, write } = await open(t)
  const restore = await write([
    { file: 'apis/a.yaml', before: 'a\n', after: 'first\n' },
    { file: 'apis/a.yaml', before: 'a\n', after: 'second\n' },
  ])
  t.is((await texts())['apis/a.yaml'], 'second\n')
  await restore()
  t.deepEqual(await texts(), original)
})

for (const [title, change] of [
  ['was changed', { file: 'apis/b.yaml', before: 'older b\n', after: 'new b\n' }],
  ['was added', { file: 'apis/b.yaml', before: undefined, after: 'new b\n' }],
  ['was removed', { file: 'apis/c.yaml', before: 'c\n', after: 'new c\n' }],
  ['to remove was changed', { file: 'apis/b.yaml', before: 'older b\n', after: undefined }],
  ['to remove was removed', { file: 'apis/c.yaml', before: 'c\n', after: undefined }],
] as const) {
  test(`writes nothing when a document ${title} meanwhile`, async (t) => {
    const { texts, write } = await open(t)
    const error = await t.throwsAsync(write([{ file: 'apis/a.yaml', before: 'a\n', after: 'new a\n' }, change]), {
      instanceOf: PortalRequestError,
    })
    t.like(error, { code: 'document_changed', message: `${change.file} was changed at the same time.` })
    t.deepEqual(await texts(), original)
  })
}

test('restores what was written when a later document cannot be written', async (t) => {
  const { folder, texts, write } = await open(t)
  await writeFile(join(folder, 'blocked'), '')
  const changes = [
    { file: 'apis/a.yaml', before: 'a\n', after: 'new a\n' },
    { file: 'apis/b.yaml', before: 'b\n', after: undefined },
    { file: 'blocked/c.yaml', before: undefined, after: 'c\n' },
  ]
  await t.throwsAsync(write(changes), { code: 'EEXIST' })
  t.deepEqual(await texts(), { ...original, blocked: '' })
})

test('restores no document that others have changed, added or removed since', async (t) => {
  const { folder, texts, write } = await open(t)
  const restore = await write([
    { file: 'apis/a.yaml', before: 'a\n', after: 'new a\n' },
    { file: 'apis/b.yaml', before: 'b\n', after: undefined },
    { file: 'apis/c.yaml', before: undefined, after: 'c\n' },
  ])
  const others = { 'apis/a.yaml': 'their a\n', 'apis/b.yaml': 'their b\n' }
  for (const [file, text] of Object.entries(others)) await writeFile(join(folder, file), text)
  await rm(join(folder, 'apis/c.yaml'))
  await restore()
  t.deepEqual(await texts(), others)
})

test('restores all other documents when one cannot be restored, and rejects with the reason', async (t) => {
  const { folder, texts, write } = await open(t)
  const restore = await write([
    { file: 'apis/a.yaml', before: 'a\n', after: 'new a\n' },
    { file: 'apis/b.yaml', before: 'b\n', after: 'new b\n' },
  ])
  await rm(join(folder, 'apis/b.yaml'))
  await mkdir(join(folder, 'apis/b.yaml/folder'), { recursive: true })
  await t.throwsAsync(restore)
  t.is((await texts())['apis/a.yaml'], 'a\n')
})
