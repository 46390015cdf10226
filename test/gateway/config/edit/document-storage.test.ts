/** Two owners and one document: of changes at the same time, one counts, and none is lost in silence. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { exchangeText, openFileStorage } from '../../../../src/gateway/config/index.ts'
import { folderWith } from '../_support/folder.ts'

const folder = 'catalogs/sandbox/applications'
const file = `${folder}/app.yaml`
const names = Array.from({ length: 8 }, (_, index) => `name: app${index}\n`)

test('of edits that replace the same text at the same time, one counts', async (t) => {
  const root = await folderWith(t)
  const before = await readFile(join(root, file), 'utf8')
  const edits = names.map((after, index) =>
    index % 2 === 0
      ? openFileStorage(root).replace(file, before, after)
      : exchangeText(join(root, file), { before, after }),
  )
  const counted = (await Promise.all(edits)).flatMap((isReplaced, index) => (isReplaced ? [names[index] ?? ''] : []))
  t.deepEqual(counted, [await readFile(join(root, file), 'utf8')])
  t.deepEqual(await readdir(join(root, folder)), ['app.yaml'])
})

test('of new documents with one name at the same time, one counts', async (t) => {
  const root = await folderWith(t)
  const added = `${folder}/more/new.yaml`
  const results = await Promise.all(names.map((text) => openFileStorage(root).create(added, text)))
  t.deepEqual(
    results.filter((text) => text !== undefined),
    [await readFile(join(root, added), 'utf8')],
  )
})

test('a document that was changed is not removed', async (t) => {
  const root = await folderWith(t)
  const { read, replace } = openFileStorage(root)
  const before = await read(file)
  await writeFile(join(root, file), `${before}title: Mine\n`)
  t.false(await replace(file, before, undefined))
  t.true(await replace(file, `${before}title: Mine\n`, undefined))
  t.false(await replace(file, before, undefined), 'it is gone')
  t.true(await replace(file, undefined, before))
})
