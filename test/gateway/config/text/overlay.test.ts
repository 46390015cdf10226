import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import test from 'ava'
import { findDocuments } from '../../../../src/gateway/config/text/find-documents.ts'
import { applyOverlays } from '../../../../src/gateway/config/text/overlay.ts'
import { ProblemList } from '../../../../src/gateway/config/text/problem-list.ts'
import { folderWith } from '../_support/folder.ts'

test('added documents have the place that they have once they are written', async (t) => {
  const folder = await folderWith(t)
  const added = [
    ...['catalogs/sandbox/products/a.yaml', 'apis/b.yaml', 'apis/b/a.yaml', 'providers/a.yaml', 'providers/z.yaml'],
    ...['catalogs/first/catalog.yaml', 'catalogs/sandbox/applications/a.yaml', 'apis/z.yaml'],
  ]
  const before = await findDocuments(folder, new ProblemList())
  const overlaid = applyOverlays(
    before,
    added.map((file) => ({ file, text: 'a: b' })),
  )
  for (const file of added) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), 'a: b')
  }
  const paths = (await findDocuments(folder, new ProblemList())).map(({ path }) => path)
  t.deepEqual(
    overlaid.map(({ path }) => path),
    paths,
  )
})
