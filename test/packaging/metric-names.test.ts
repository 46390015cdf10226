/** The dashboard, the alert rules and the pages name metrics that exist, and the pages name all of them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'

const readAll = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')

const source = readAll('src', /\.tsx?$/)
const existing = new Set([...source.matchAll(/'(sluice_[a-z_]+[a-z])'/g)].map(([, name]) => name as string))
for (const name of ['open', 'refused_total', 'evicted_total']) existing.add(`sluice_connections_${name}`) // of a prefix
for (const other of ['mqweb', 'public', 'scope_source', 'portal']) existing.delete(`sluice_${other}`) // cookies, members and prefixes
const pages = readAll('docs', /\.md$/)

/** Returns the names in a text; those of series of a histogram are the name of the histogram. */
function namesIn(text: string): Set<string> {
  const found = text.match(/\bsluice_[a-z_]*[a-z]\b(?!_)/g) ?? []
  return new Set(found.map((name) => (existing.has(name) ? name : name.replace(/_(?:bucket|sum|count)$/, ''))))
}

for (const [title, text] of [
  ['the dashboard', readFileSync('docs/grafana/sluice.json', 'utf8')],
  ['the alert rules', readFileSync('docs/grafana/alerts.yml', 'utf8')],
  ['the pages', pages],
] as const) {
  test(`${title}: every metric exists`, (t) => {
    const names = namesIn(text)
    t.true(names.size > 20)
    t.deepEqual(
      [...names].filter((name) => !existing.has(name)),
      [],
    )
  })
}

test('the pages describe every metric', (t) => {
  const described = namesIn(pages)
  t.deepEqual(
    [...existing].filter((name) => !described.has(name)),
    [],
  )
})

test('each panel of the dashboard has its own id and place', (t) => {
  const { panels } = JSON.parse(readFileSync('docs/grafana/sluice.json', 'utf8'))
  const unique = (values: unknown[]) => new Set(values.map((value) => JSON.stringify(value))).size
  t.is(unique(panels.map(({ id }: { id: number }) => id)), panels.length)
  t.is(unique(panels.map(({ gridPos: { x, y } }: { gridPos: { x: number; y: number } }) => [x, y])), panels.length)
})
