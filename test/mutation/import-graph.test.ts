import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import test from 'ava'
import { findDependents, readImporters } from '../../mutation/import-graph.ts'

const files = {
  'a.ts': "import { b } from './deep/b.ts'\n",
  'deep/b.ts': "export { c } from '../c.ts'\n",
  'c.ts': 'export const c = 1\n',
  'side.ts': "import './c.ts'\n",
  'later.ts': "export const later = () => import('./c.ts')\n",
  'several.ts': "import {\n  c,\n  type C,\n} from './c.ts'\n",
  'types.ts': "import type { C } from './c.ts'\nexport type { C } from './c.ts'\n",
  'other.test.ts': "import test from 'ava'\n",
}

test('every file is found that loads a file, directly or through others, and none that imports only types', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'deep'))
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text)

  const find = (changed: string) =>
    [...findDependents(readImporters([folder]), [changed])].map((each) => relative(folder, each)).sort()
  t.deepEqual(find(join(folder, 'c.ts')), ['a.ts', 'c.ts', 'deep/b.ts', 'later.ts', 'several.ts', 'side.ts'])
  t.deepEqual(find(join(folder, 'a.ts')), ['a.ts'])
  t.true(find('ava').includes('other.test.ts'))
})
