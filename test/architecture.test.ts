/**
 * The architecture, held for every file of `src`: which module may import which, how a module is entered, and that no
 * files or folders import each other in a circle. To change the architecture, change the tables on this page. One
 * rule is about the tests themselves.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'

import test from 'ava'

/** Which modules each module may import. `config/types` is the folder of that name alone. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  ui: [],
  http: ['lib'],
  storage: ['lib'],
  security: ['lib', 'storage'],
  config: ['lib'],
  qm: ['lib'],
  samples: ['lib', 'http'],
  registries: ['lib', 'http', 'security', 'storage'],
  consumers: ['lib', 'storage', 'security', 'config/types'],
  telemetry: ['lib', 'http', 'storage', 'consumers', 'config/types'],
  oauth: ['lib', 'http', 'storage', 'security', 'registries', 'consumers', 'telemetry', 'config/types'],
  gateway: ['lib', 'http', 'security', 'registries', 'consumers', 'telemetry', 'config/types'],
  portal: ['lib', 'http', 'ui', 'storage', 'security', 'config/types'],
  amqp: ['lib', 'qm'],
  mft: ['lib', 'qm'],
  mqweb: ['lib', 'http', 'qm', 'mft', 'security', 'registries', 'storage'],
  console: ['http', 'ui', 'lib'],
  // biome-ignore format: everything below the commands
  runtime: ['lib', 'http', 'storage', 'security', 'config', 'config/types', 'qm', 'samples', 'registries', 'consumers', 'telemetry', 'oauth', 'gateway', 'portal', 'amqp', 'mft', 'mqweb', 'console'],
  // biome-ignore format: everything
  cli: ['lib', 'storage', 'security', 'config', 'config/types', 'qm', 'registries', 'consumers', 'telemetry', 'oauth', 'mft', 'mqweb', 'console', 'runtime'],
  'main.ts': ['lib', 'cli', 'runtime'],
}

/** Modules whose every file may be imported: shared libraries. All others are entered through an `index.ts`. */
const sharedLibraries = new Set(['lib', 'http', 'ui'])

/** Files that still import each other in a circle, and folders that still import each other: to be taken apart. */
const toleratedCircles: readonly string[] = []
const toleratedPairs: readonly string[] = []

interface Import {
  from: string
  to: string
  /** Nothing but types is imported: the import is gone at run time. */
  typesOnly: boolean
  /** The module is loaded when the code asks for it: `import()`. */
  deferred: boolean
}

const src = resolve('src')
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path))
const imports = files.flatMap(importsOf)

test('every module imports only the modules that the table allows', (t) => {
  const offences = imports.filter(({ from, to }) => moduleOf(from) !== moduleOf(to) && !isAllowed(from, to))
  t.deepEqual(offences.map(arrow), [])
})

test('every module but a shared library is entered through an index.ts', (t) => {
  const offences = imports.filter(
    ({ from, to, deferred }) =>
      !deferred && // `import()` names a file, so that no other code is loaded
      moduleOf(from) !== moduleOf(to) &&
      !sharedLibraries.has(moduleOf(to)) &&
      !/(^|\/)index\.ts$/.test(to),
  )
  t.deepEqual(offences.map(arrow), [])
})

test('the code of file transfer is imported when it is first needed', (t) => {
  const early = imports.filter(
    ({ to, typesOnly, deferred }) => to === 'mft/index.ts' && !typesOnly && !deferred,
  )
  t.deepEqual(early.map(arrow), [])
})

test('every right in the table is used', (t) => {
  const used = new Set(
    imports
      .filter(({ from, to }) => moduleOf(from) !== moduleOf(to))
      .map(({ from, to }) => `${moduleOf(from)} -> ${rightFor(from, to)}`),
  )
  const stale = Object.entries(mayImport).flatMap(([from, rights]) =>
    rights.map((to) => `${from} -> ${to}`).filter((right) => !used.has(right)),
  )
  t.deepEqual(stale, [])
})

test('every module is in the table', (t) => {
  t.deepEqual([...new Set(files.map(moduleOf))].sort(), Object.keys(mayImport).sort())
})

test('no files import each other in a cycle, except for types within one folder', (t) => {
  const counted = imports.filter(
    ({ from, to, typesOnly, deferred }) => !deferred && !(typesOnly && dirname(from) === dirname(to)),
  )
  t.deepEqual(
    circles(files, counted)
      .map((circle) => circle.sort().join(' '))
      .sort(),
    toleratedCircles,
  )
})

test('no two folders import each other', (t) => {
  const pairs = new Set(
    imports
      .filter(({ deferred }) => !deferred)
      .map(({ from, to }) => `${dirname(from)} -> ${dirname(to)}`)
      .filter((pair) => new Set(pair.split(' -> ')).size === 2),
  )
  const mutual = [...pairs].filter((pair) => {
    const [from, to] = pair.split(' -> ') as [string, string]
    return from < to && pairs.has(`${to} -> ${from}`)
  })
  t.deepEqual(mutual.sort(), toleratedPairs)
})

test('every run-time dependency is imported by the product', (t) => {
  const texts = [
    ...files.map((file) => join(src, file)),
    ...readdirSync('bin').map((name) => join('bin', name)),
  ].map((file) => readFileSync(file, 'utf8'))
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

test('every test looks at the response of each request that changes something', (t) => {
  const folders = ['console', 'flows', 'portal', 'ui']
  const ignored = folders.flatMap((folder) =>
    readdirSync(join('test', folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .flatMap((path) => {
        const text = readFileSync(join('test', folder, path), 'utf8')
        return [...text.matchAll(ignoredResponse)].map(
          ([statement]) => `${folder}/${path}: ${statement.trim()}`,
        )
      }),
  )
  t.deepEqual(ignored, [], 'pass the request to requireSuccess, or compare its status')
})

/** A statement that sends a request and drops its response: `await anna.call('POST', …)`, `await owner.signIn(…)`. */
const ignoredResponse =
  /^ *await (?:\w+(?:\(\))?\.)*(?:call\(\s*'(?:POST|PUT|PATCH|DELETE)'|sign(?:In|Up)\().*$/gm

function isAllowed(from: string, to: string): boolean {
  return mayImport[moduleOf(from)]?.includes(rightFor(from, to)) ?? false
}

/** The right that an import uses: the name of a module, or `config/types` where only that folder of it may be imported. */
function rightFor(from: string, to: string): string {
  const rights = mayImport[moduleOf(from)] ?? []
  const folder = dirname(to)
  return rights.includes(folder) ? folder : moduleOf(to)
}

function moduleOf(file: string): string {
  return file.split('/')[0] as string
}

function arrow({ from, to }: Import): string {
  return `${from} -> ${to}`
}

/** The imports that a file states, of files in `src`. */
function importsOf(from: string): Import[] {
  const text = readFileSync(join(src, from), 'utf8')
  const stated = [...text.matchAll(/^\s*(?:import|export)\s+(type\s+)?([^'";]*?)from\s+'(\.[^']+)'/gm)].map(
    ([, type, names, path]) => ({
      path: path as string,
      typesOnly: type !== undefined || onlyTypes(names as string),
      deferred: false,
    }),
  )
  const effects = [...text.matchAll(/^import\s+'(\.[^']+)'/gm)].map(([, path]) => ({
    path: path as string,
    typesOnly: false,
    deferred: false,
  }))
  const deferred = [...text.matchAll(/import\(\s*'(\.[^']+)'\s*\)/g)].map(([, path]) => ({
    path: path as string,
    typesOnly: false,
    deferred: true,
  }))
  return [...stated, ...effects, ...deferred]
    .map(({ path, ...rest }) => ({ from, to: inSrc(from, path), ...rest }))
    .filter(({ to }) => files.includes(to))
}

function onlyTypes(names: string): boolean {
  const listed = /^\s*\{([^}]*)\}\s*$/.exec(names)?.[1]
  return listed?.split(',').every((name) => /^\s*(type\s|$)/.test(name)) ?? false
}

function inSrc(from: string, path: string): string {
  return relative(src, resolve(src, dirname(from), path))
    .split(sep)
    .join('/')
}

/** The strongly connected components of more than one file: R. Tarjan, 1972. */
function circles(nodes: readonly string[], edges: readonly Import[]): string[][] {
  const next = Map.groupBy(edges, ({ from }) => from)
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  for (const node of nodes) if (!order.has(node)) visit(node)
  return found

  function visit(node: string): void {
    order.set(node, order.size)
    lowest.set(node, order.get(node) as number)
    stack.push(node)
    for (const { to } of next.get(node) ?? []) {
      if (!order.has(to)) visit(to)
      if (stack.includes(to)) lowest.set(node, Math.min(lowest.get(node) as number, lowest.get(to) as number))
    }
    if (lowest.get(node) !== order.get(node)) return
    const circle = stack.splice(stack.indexOf(node))
    if (circle.length > 1) found.push(circle)
  }
}
