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
import { isKept } from '../../../../src/gateway/runtime/revisions/kept-revisions.ts'
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

/** Keeps revisions of a thousand documents, which the caller changes. */
async function openLarge(t: ExecutionContext) {
  const { folder, dataFolder } = await open(t)
  const all: Record<string, string> = {}
  for (let number = 0; number < 1_000; number += 1) all[`apis/${number}.yaml`] = `text ${number}`
  return {
    all,
    dataFolder,
    keep: (revision: string) => keepRevision({ dataFolder, folder, revision, texts: { ...all }, changes: [] }),
    /** Keeps a revision in another folder, as a process does that has not kept one of this folder. */
    async forgetBase() {
      const other = await open(t)
      await keepRevision({ ...other, revision: 'other', texts: { ...all, other: '' }, changes: [] })
    },
    list: () => listRevisions(dataFolder),
    files: async () => (await readdir(join(dataFolder, 'revisions'))).filter((name) => name.endsWith('.gz')).sort(),
  }
}

for (const [title, ends] of [
  ['one process', false],
  ['processes that end after each', true],
] as const) {
  test(`of many documents, ${title} keeps those that differ, and every revision is read as it was`, async (t) => {
    const { all, dataFolder, keep, forgetBase, list, files } = await openLarge(t)
    const used: Record<string, string>[] = []
    const steps = [
      () => {},
      () => Object.assign(all, { 'apis/1.yaml': 'changed' }),
      () => Object.assign(all, { 'apis/constructor.yaml': 'added' }),
      () => delete all['apis/2.yaml'],
      () => Object.assign(all, { 'apis/1.yaml': 'text 1' }),
      () => Object.assign(all, { 'apis/2.yaml': '' }),
    ]
    for (const [index, step] of steps.entries()) {
      step()
      used.unshift({ ...all })
      await keep(`revision ${index}`)
      if (ends) await forgetBase()
    }
    const kept = await list()
    for (const [index, each] of kept.entries()) t.deepEqual(await readRevision(dataFolder, each), used[index])
    t.is(new Set(kept.map(({ base, texts }) => base ?? texts)).size, 1)
    t.is((await files()).filter((name) => !name.includes('differences')).length, 1)
    for (const each of used) t.true(await isKept(dataFolder, each))
    t.false(await isKept(dataFolder, { ...all, 'apis/3.yaml': 'never used' }))
    t.false(await isKept(dataFolder, {}))
  })
}

test('many documents that differ are a base of their own, and a base stays as long as a revision needs it', async (t) => {
  const { all, dataFolder, keep, list, files } = await openLarge(t)
  await keep('first')
  all['apis/0.yaml'] = 'changed'
  await keep('second')
  for (let number = 0; number < 500; number += 1) all[`apis/${number}.yaml`] = 'others'
  await keep('third')
  const [third, second] = await list()
  t.is(third?.base, undefined)
  t.is((await files()).length, 3)
  t.is(second && (await readRevision(dataFolder, second))['apis/0.yaml'], 'changed')
  for (let number = 0; number < 199; number += 1) await keep(`revision ${number}`)
  const [oldest] = (await list()).slice(-1)
  t.is(oldest?.revision, 'third')
  t.deepEqual(
    (await files()).filter((name) => !name.includes('differences')),
    [`${third?.texts}.json.gz`],
  )
})

test('a base that is gone is replaced by the next revision', async (t) => {
  const { all, dataFolder, keep, forgetBase, list } = await openLarge(t)
  await keep('first')
  const [first] = await list()
  await rm(join(dataFolder, `revisions/${first?.texts}.json.gz`))
  await forgetBase()
  all['apis/0.yaml'] = 'changed'
  await keep('second')
  const [second] = await list()
  t.deepEqual(second && (await readRevision(dataFolder, second)), all)
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
