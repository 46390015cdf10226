import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { loadDefinition, saveDefinition } from '../../../../src/mq/manager/installation/queue-manager-definition.ts'
import { folderFor } from '../_support/folder.ts'

const definition = {
  name: 'QM1',
  description: 'first',
  created: 1,
  state: 'ended-normally',
  storeUrl: undefined,
} as const

test('a definition is read as it was saved', async (t) => {
  const folder = folderFor(t)
  await saveDefinition(folder, definition as never)
  t.deepEqual(loadDefinition(folder) as unknown, definition)
})

test('a definition without a layout is of the first one', (t) => {
  const folder = folderFor(t)
  writeFileSync(join(folder, 'qmgr.json'), JSON.stringify(definition))
  t.deepEqual(loadDefinition(folder) as unknown, definition)
})

test('a definition of a newer layout is refused with words', async (t) => {
  const folder = folderFor(t)
  const file = join(folder, 'qmgr.json')
  await saveDefinition(folder, definition as never)
  const { layout, ...rest } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  writeFileSync(file, JSON.stringify({ ...rest, layout: Number(layout) + 1 }))
  t.throws(() => loadDefinition(folder), {
    message: `${file}: a newer version of Sluice wrote it (layout 2, this version reads up to 1); use that version`,
  })
})
