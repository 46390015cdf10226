import { readFileSync } from 'node:fs'
import test from 'ava'
import { listPageFiles } from '../../../_support/page-texts.ts'

test('no page disables a control: keyboards would not reach it, and it could not say why', (t) => {
  const files = ['src/shared/ui', 'src/mq/parts/console/pages', 'src/gateway/parts/portal/pages'].flatMap(listPageFiles)
  t.true(files.length > 200)
  t.deepEqual(
    files.filter((file) => /\sdisabled(=|\s*\/?>)/.test(readFileSync(file, 'utf8'))),
    [],
  )
})
