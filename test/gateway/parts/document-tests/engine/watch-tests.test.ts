import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { watchTests } from '../../../../../src/gateway/parts/document-tests/engine/index.ts'
import { folderWith } from '../../../config/_support/folder.ts'

test('a change of a test file runs the tests again, until the end', async (t) => {
  const folder = await folderWith(t)
  const ended = Promise.withResolvers<void>()
  const ran = Promise.withResolvers<void>()
  const watching = watchTests(folder, async () => ran.resolve(), ended.promise)
  await writeFile(join(folder, 'apis/a.test.yaml'), 'tests: []')
  await ran.promise
  ended.resolve()
  await t.notThrowsAsync(watching)
})
