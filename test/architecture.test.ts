import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'

import test from 'ava'

/** Who may import whom. A part is entered through its `index.ts` or `types.ts`; changing this table is changing the architecture. */
const mayImport: Record<string, readonly string[]> = {
  lib: [],
  http: ['lib'],
  ui: [],
  config: ['lib'],
  storage: ['lib'],
  security: ['lib', 'storage'],
  registries: ['lib', 'http', 'security'],
  qm: ['lib'],
  samples: ['lib', 'http'],
  consumers: ['lib', 'security', 'storage', 'config types'],
  oauth: ['lib', 'http', 'security', 'storage', 'registries', 'consumers', 'config types'],
  gateway: ['lib', 'http', 'security', 'registries', 'consumers', 'config types'],
  mqweb: ['lib', 'http', 'security', 'qm', 'registries', 'storage'],
  console: ['lib', 'http', 'ui'],
  portal: ['lib', 'http', 'ui', 'security', 'storage', 'config types'],
}
const roots = new Set(['app.ts', 'main.ts', 'cli', 'processes'])
const openShelves = new Set(['lib', 'http', 'ui'])
const src = resolve('src')

for (const file of sources(src)) {
  const from = relative(src, file)
  const part = from.split(sep)[0] as string

  test(`src/${from} imports only what it may`, (t) => {
    const offences = roots.has(part) ? [] : imports(file).filter((to) => !allowed(part, to))
    t.deepEqual(offences, [])
  })
}

test('every run-time dependency is imported by the product', (t) => {
  const texts = [...sources(src), ...readdirSync('bin').map((name) => join('bin', name))].map((file) =>
    readFileSync(file, 'utf8'),
  )
  const imported = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/(?:from |import |import\(|load\(|require\()'([^.'][^']*)'/g)].map(
        ([, name]) => name,
      ),
    ),
  )
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: object }
  const unused = Object.keys(dependencies).filter(
    (name) => ![...imported].some((each) => each === name || each?.startsWith(`${name}/`)),
  )
  t.deepEqual(unused, [])
})

function allowed(part: string, target: string): boolean {
  const to = target.split(sep)[0] as string
  if (to === part) return true
  const rights = mayImport[part]
  if (!rights) return false
  if (openShelves.has(to)) return rights.includes(to)
  if (to === 'config') return rights.includes('config types') && target === join('config', 'types.ts')
  return rights.includes(to) && target === join(to, 'index.ts')
}

function imports(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)]
    .map(([, path]) => relative(src, resolve(dirname(file), path as string)))
    .filter((path) => !path.startsWith('..'))
}

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => join(folder, path))
}
