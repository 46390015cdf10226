import { globSync, readFileSync } from 'node:fs'

import test from 'ava'

import { renderTables } from '../../packaging/docs-tables.ts'

for (const file of globSync('docs/**/*.md')) {
  const page = readFileSync(file, 'utf8')
  if (!page.includes('<!-- table: ')) continue
  test(`${file} has the tables of the code: npm run docs:tables writes them`, (t) => {
    t.is(renderTables(page), page)
  })
}

test('a table that does not exist is refused', (t) => {
  t.throws(() => renderTables('<!-- table: options of nothing -->\n<!-- end of table -->'), {
    message: /no table "options of nothing": use "settings" or "options of COMMAND"/,
  })
})

test('text outside of the comments stays as it is', (t) => {
  t.is(renderTables('| a | b |\n'), '| a | b |\n')
})
