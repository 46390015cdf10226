import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import {
  keepRevision,
  listRevisions,
  readDocumentTexts,
  readRevision,
} from '../../../../src/gateway/runtime/revisions/index.ts'
import { folderWith, valid } from '../../config/_support/folder.ts'

async function open(t: ExecutionContext) {
  const folder = await folderWith(t)
  const dataFolder = await mkdtemp(join(tmpdir(), 'sluice-revisions-'))
  t.teardown(() => rm(dataFolder, { recursive: true, force: true, maxRetries: 10 }))
  return {
    folder,
    dataFolder,
    keep: async (revision: string, changes: string[] = []) =>
      keepRevision({ dataFolder, folder, revision, texts: await readDocumentTexts(folder), changes }),
  }
}

test('a revision is kept with the texts of its documents, as they are written', async (t) => {
  const { folder, dataFolder, keep } = await open(t)
  await writeFile(join(folder, 'providers/users.yaml'), valid['providers/users.yaml'].replace('Users', '$env{TITLE}'))
  await keep('one', ['catalog acme/sandbox: title: a -> b'])
  const [kept] = await listRevisions(dataFolder)
  t.like(kept, { revision: 'one', changes: ['catalog acme/sandbox: title: a -> b'] })
  const texts = kept && (await readRevision(dataFolder, kept))
  t.deepEqual(texts, await readDocumentTexts(folder))
  t.regex(texts?.['providers/users.yaml'] ?? '', /\$env\{TITLE\}/)
})

test('the newest is first, equal texts are stored once, and the revision in use is not repeated', async (t) => {
  const { dataFolder, keep } = await open(t)
  await keep('one')
  await keep('one')
  await keep('two')
  await keep('one')
  t.deepEqual(
    (await listRevisions(dataFolder)).map(({ revision }) => revision),
    ['one', 'two', 'one'],
  )
  t.is((await readdir(join(dataFolder, 'revisions'))).filter((name) => name.endsWith('.gz')).length, 1)
})

test('at most 200 are kept, and texts that no entry names are removed', async (t) => {
  const { folder, dataFolder, keep } = await open(t)
  await keep('first')
  await writeFile(join(folder, 'providers/users.yaml'), valid['providers/users.yaml'].replace('Users', 'Others'))
  for (let number = 0; number < 200; number += 1) await keep(`revision ${number}`)
  const kept = await listRevisions(dataFolder)
  t.is(kept.length, 200)
  t.is(kept.at(-1)?.revision, 'revision 0')
  t.is((await readdir(join(dataFolder, 'revisions'))).filter((name) => name.endsWith('.gz')).length, 1)
})

test('only the owner of the data folder can read what is kept', async (t) => {
  const { dataFolder, keep } = await open(t)
  await keep('one')
  const folder = join(dataFolder, 'revisions')
  t.is((await stat(folder)).mode & 0o777, 0o700)
  for (const name of await readdir(folder)) t.is((await stat(join(folder, name))).mode & 0o777, 0o600)
})

test('the author of a commit is kept while the documents are committed', async (t) => {
  const { folder, dataFolder, keep } = await open(t)
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args])
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'documents')
  await keep('one')
  await writeFile(join(folder, 'providers/users.yaml'), valid['providers/users.yaml'].replace('Users', 'Others'))
  await keep('two')
  const [two, one] = await listRevisions(dataFolder)
  t.regex(one?.author ?? '', /^Ada <ada@example\.com> [0-9a-f]{7,}$/)
  t.is(two?.author, undefined)
})

test('a damaged list is an error that names it', async (t) => {
  const { dataFolder, keep } = await open(t)
  await keep('one')
  await writeFile(join(dataFolder, 'revisions/revisions.json'), '[')
  await t.throwsAsync(listRevisions(dataFolder), { message: /revisions\/revisions\.json cannot be read: / })
})
