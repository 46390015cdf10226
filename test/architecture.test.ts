/**
 * The architecture, held for every file of `src`: which module may import which, how a module is entered, and that no
 * files or folders import each other in a ring; how long a function may be, and what it may export. To change the
 * architecture, change the tables on this page. What does not keep the rules yet is listed in
 * `architecture/exceptions.ts`. One rule is about the tests themselves.
 */
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import test from 'ava'
import { deferredEntries, exportsForTests, folderRings, longFunctions } from './architecture/exceptions.ts'
import { findRings } from './architecture/find-rings.ts'
import { readSourceFile, type StatedImport } from './architecture/source-file.ts'

/** Which modules each module may import. `config/types` is the folder of that name alone. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  contract: ['lib', 'http'],
  ui: [],
  http: ['lib'],
  storage: ['lib'],
  security: ['lib', 'storage'],
  config: ['lib', 'contract'],
  qm: ['lib'],
  samples: ['lib', 'http'],
  registries: ['lib', 'contract', 'http', 'security', 'storage'],
  consumers: ['lib', 'storage', 'security', 'config/types'],
  telemetry: ['lib', 'contract', 'http', 'storage', 'consumers', 'config/types'],
  oauth: ['lib', 'contract', 'http', 'storage', 'security', 'registries', 'consumers', 'telemetry', 'config/types'],
  gateway: ['lib', 'contract', 'http', 'security', 'registries', 'consumers', 'telemetry', 'config/types'],
  portal: ['lib', 'contract', 'http', 'ui', 'storage', 'security', 'config/types'],
  amqp: ['lib', 'qm'],
  mft: ['lib', 'contract', 'qm'],
  mqweb: ['lib', 'contract', 'http', 'qm', 'mft', 'security', 'registries', 'storage'],
  console: ['http', 'ui', 'lib', 'contract'],
  // biome-ignore format: everything below the commands
  runtime: ['lib', 'contract', 'http', 'storage', 'security', 'config', 'config/types', 'qm', 'samples', 'registries', 'consumers', 'telemetry', 'oauth', 'gateway', 'portal', 'amqp', 'mft', 'mqweb', 'console'],
  // biome-ignore format: everything
  cli: ['lib', 'contract', 'storage', 'security', 'config', 'config/types', 'qm', 'registries', 'consumers', 'telemetry', 'oauth', 'mft', 'mqweb', 'console', 'runtime'],
  'main.ts': ['lib', 'cli', 'runtime'],
}

/** Modules whose every file may be imported: shared libraries and contracts. All others are entered through an `index.ts`. */
const sharedLibraries = new Set(['lib', 'contract', 'http', 'ui'])

/** The most lines of a function, and of a table (a function that only returns a literal) or a React component. */
const maxFunctionLines = 60
const maxTableLines = 80

/** How many literals may be spread into other expressions in all of `src`: `...{ a, b }`. */
const maxLiteralSpreads = 0

/** Replacements of parts of libraries that `vite/` names in place of the original: nothing else imports them. */
const replacedParts = 'ui/carbon/'

interface Import extends Omit<StatedImport, 'specifier'> {
  from: string
  to: string
}

const sources = globSync('src/**/*.{ts,tsx}').map((path) => ({
  ...readSourceFile(path),
  path: path.slice('src/'.length),
}))
const files = sources.map(({ path }) => path)
const knownFiles = new Set(files)
const imports = sources.flatMap(({ path, imports }) => resolveImports(path, imports))

test('every module imports only the modules that the table allows', (t) => {
  const offences = imports.filter(({ from, to }) => moduleOf(from) !== moduleOf(to) && !isAllowed(from, to))
  t.deepEqual(offences.map(arrow), [])
})

test('every module but a shared library is entered through an index.ts, also by import()', (t) => {
  const offences = imports.filter(
    ({ from, to, deferred }) =>
      moduleOf(from) !== moduleOf(to) &&
      !sharedLibraries.has(moduleOf(to)) &&
      !/(^|\/)index\.ts$/.test(to) &&
      !(deferred && deferredEntries.includes(to)),
  )
  t.deepEqual(offences.map(arrow), [])
})

test('the code of file transfer is imported when it is first needed', (t) => {
  const early = imports.filter(({ to, typesOnly, deferred }) => to === 'mft/index.ts' && !typesOnly && !deferred)
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
  t.deepEqual(findRings(files, counted), [])
})

test('no folders import each other in a ring', (t) => {
  const edges = imports
    .filter(({ deferred }) => !deferred)
    .map(({ from, to }) => ({ from: dirname(from), to: dirname(to) }))
  t.deepEqual(findRings([...new Set(files.map(dirname))], edges), folderRings)
})

test('a function has at most 60 lines, a table or a component 80', (t) => {
  const long = sources.flatMap(({ path, functions }) =>
    functions
      .filter(({ lines, isTableOrComponent }) => lines > (isTableOrComponent ? maxTableLines : maxFunctionLines))
      .map(({ name, lines }) => ({ name, place: `${path} ${name}: ${lines} lines` })),
  )
  const offences = long.filter(({ name }) => !longFunctions.includes(name))
  t.deepEqual(
    offences.map(({ place }) => place),
    [],
  )
  logUnneeded(
    t.log,
    longFunctions,
    long.map(({ name }) => name),
  )
})

test('no literal is spread into another expression: ...{ a, b }', (t) => {
  const spreads = sources.flatMap(({ path, literalSpreads }) =>
    literalSpreads > 0 ? [`${path}: ${literalSpreads}`] : [],
  )
  const count = sources.reduce((sum, { literalSpreads }) => sum + literalSpreads, 0)
  t.true(
    count <= maxLiteralSpreads,
    `${count} literals are spread, ${maxLiteralSpreads} are allowed:\n${spreads.join('\n')}`,
  )
})

test('every exported value is imported by the product', (t) => {
  const outside = globSync('{bin,vite,packaging}/**/*.{ts,js}').flatMap((path) =>
    resolveImports(join('..', path), readSourceFile(path).imports),
  )
  const used = new Set([...imports, ...outside].flatMap(({ to, names }) => names.map((name) => `${to} ${name}`)))
  const unused = sources
    .filter(({ path }) => !/(^|\/)index\.ts$/.test(path) && !path.startsWith(replacedParts))
    .flatMap(({ path, exports }) => exports.map((name) => ({ path, name })))
    .filter(({ path, name }) => !used.has(`${path} ${name}`) && !used.has(`${path} *`))
  const offences = unused.filter(({ name }) => !exportsForTests.includes(name))
  t.deepEqual(
    offences.map(({ path, name }) => `${path} ${name}`),
    [],
  )
  logUnneeded(
    t.log,
    exportsForTests,
    unused.map(({ name }) => name),
  )
})

test('every run-time dependency is imported by the product', (t) => {
  const texts = [...files.map((file) => join('src', file)), ...readdirSync('bin').map((name) => join('bin', name))].map(
    (file) => readFileSync(file, 'utf8'),
  )
  const imported = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/(?:from |import |import\(|load\(|require\()'([^.'][^']*)'/g)].map(([, name]) => name),
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
        return [...text.matchAll(ignoredResponse)].map(([statement]) => `${folder}/${path}: ${statement.trim()}`)
      }),
  )
  t.deepEqual(ignored, [], 'pass the request to requireSuccess, or compare its status')
})

/** A statement that sends a request and drops its response: `await anna.call('POST', …)`, `await owner.signIn(…)`. */
const ignoredResponse = /^ *await (?:\w+(?:\(\))?\.)*(?:call\(\s*'(?:POST|PUT|PATCH|DELETE)'|sign(?:In|Up)\().*$/gm

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

/** The imports of files in `src` that a file states. */
function resolveImports(from: string, stated: readonly StatedImport[]): Import[] {
  return stated
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier, ...rest }) => ({
      ...rest,
      from,
      to: join('src', dirname(from), specifier).slice('src/'.length),
    }))
    .filter(({ to }) => knownFiles.has(to))
}

/** Names the exceptions that nothing needs any more: they are to be removed from the list. */
function logUnneeded(log: (text: string) => void, listed: readonly string[], needed: readonly string[]): void {
  const unneeded = listed.filter((name) => !needed.includes(name))
  if (unneeded.length > 0) log(`remove from the exceptions: ${unneeded.join(', ')}`)
}
