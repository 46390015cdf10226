import { globSync, readFileSync } from 'node:fs'
import test from 'ava'
import { renderTables } from '../../packaging/docs-tables.ts'
import { documentKinds } from '../../src/gateway/config/documents/index.ts'
import { typeTables } from '../gateway/_support/tables.ts'

for (const file of globSync('docs/**/*.md')) {
  const page = readFileSync(file, 'utf8')
  if (!page.includes('<!-- table: ')) continue
  test(`${file} has the tables of the code: npm run docs:tables writes them`, (t) => {
    t.is(renderTables(page), page)
  })
}

test('a table that does not exist is refused', (t) => {
  t.throws(() => renderTables('<!-- table: options of nothing -->\n<!-- end of table -->'), {
    message:
      /no table "options of nothing": use "settings", "commands", "metrics", "resources of …", "members of KIND" or "options of COMMAND"/,
  })
})

test('text outside of the comments stays as it is', (t) => {
  t.is(renderTables('| a | b |\n'), '| a | b |\n')
})

/** Members that need no description: their parent says it, or only exports have them. */
const undescribed =
  /(^|\.)(x-sluice\.strict|\w+_urls?|title|name|credentials\.summary|kty|(advanced_scope\w*\.)\w+|protocol_version|\w+_method)$/

for (const { id, schema } of documentKinds.filter((each) => each.id !== 'api'))
  test(`every member of ${id} has a description, which the reference and editors show`, (t) => {
    const missing = listUndescribed(schema(typeTables), '')
    t.deepEqual(
      missing.filter((each) => !undescribed.test(each)),
      [],
    )
  })

/** Returns the paths of members without members of their own that have no description. */
function listUndescribed(schema: unknown, path: string): string[] {
  const { properties, patternProperties, items, anyOf, ...rest } = schema as Readonly<Record<string, unknown>>
  if (rest['x-ignored'] === true) return []
  const inner = [
    ...Object.entries(properties ?? {}).flatMap(([name, each]) =>
      listUndescribed(each, path ? `${path}.${name}` : name),
    ),
    ...Object.values(patternProperties ?? {}).flatMap((each) => listUndescribed(each, path)),
    ...(items ? listUndescribed(items, path) : []),
    ...((anyOf ?? []) as unknown[]).flatMap((each) => listUndescribed(each, path)),
  ]
  const isLeaf = properties === undefined && rest.const === undefined
  if (typeof rest.description === 'string' || !isLeaf) return inner.filter((each) => each !== path)
  return path === '' || inner.some((each) => each.startsWith(`${path}.`)) ? inner : [path]
}
