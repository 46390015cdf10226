// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of monitors
import test from 'ava'
import type { ItemSpec } from '../../../../../../src/mq/parts/file-transfer/engine/index.ts'
import {
  fileVariables,
  substituteItem,
  substituteVariables,
} from '../../../../../../src/mq/parts/file-transfer/engine/monitors/substitute-variables.ts'

const file = { path: '/in/a.b.csv', name: 'a.b.csv', size: 7, modified: Date.UTC(2026, 0, 2, 3, 4, 5) }
const variables = fileVariables(file, 'AGENT1', 0)

for (const [text, expected] of [
  ['${FilePath}', '/in/a.b.csv'],
  ['x/${filename}', 'x/a.b.csv'],
  ['${FileSize}', '7'],
  ['${LastModifiedDate}T${LastModifiedTime}', '2026-01-02T03-04-05'],
  ['${FileName{token=1}{separator=.}}', 'a'],
  ['${FileName{token=-1}{separator=.}}', 'csv'],
  ['${FileName{token=9}{separator=.}}', ''],
  ['${Unknown}', '${Unknown}'],
] as const) {
  test(`${text} becomes ${expected}`, (t) => {
    t.is(substituteVariables(text, variables), expected)
  })
}

test('a file name with a wildcard names this file only', (t) => {
  const item: ItemSpec = {
    mode: 'binary',
    checksum: 'md5',
    source: { type: 'file', name: '${FilePath}', recursive: false, disposition: 'leave' },
    destination: { type: 'directory', name: 'out', actionIfExists: 'error' },
  }
  const { source } = substituteItem(item, fileVariables({ ...file, path: '/in/*' }, 'A', 0))
  t.like(source, { name: '/in/*', isLiteral: true })
})
