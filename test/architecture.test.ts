/**
 * The architecture, held for every file of `src`: which room may import which, how a room is entered, and that no
 * files or folders import each other in a ring; how long a function may be, and what it may export. To change the
 * architecture, change the tables on this page. What does not keep the rules yet is listed in
 * `architecture/exceptions.ts`. One rule is about the tests themselves.
 */
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import test from 'ava'
import {
  deferredEntries,
  exportsForTests,
  fileRings,
  folderRings,
  importsPastIndex,
  importsToTurn,
  longFunctions,
} from './architecture/exceptions.ts'
import { findRings } from './architecture/find-rings.ts'
import { readSourceFile, type StatedImport } from './architecture/source-file.ts'

/**
 * The rooms of each house, and what each may import: rooms of its own house by their names, rooms of `shared` as
 * `shared/ROOM`. `config/types` is the folder of that name alone. A name with a slash is a room or folder of the core of that house.
 */
const houses: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  shared: {
    lib: [],
    ui: [],
    access: [],
    http: ['lib'],
    rest: ['lib', 'http'],
    storage: ['lib'],
    security: ['lib', 'storage'],
    registries: ['lib', 'access', 'http', 'security', 'storage'],
    process: ['lib', 'http'],
    cli: ['lib'],
  },
  gateway: {
    lib: ['shared/lib', 'shared/http'],
    contract: ['lib', 'shared/lib'],
    config: ['lib', 'contract', 'shared/lib', 'shared/access'],
    consumers: ['lib', 'config/types', 'shared/lib', 'shared/storage', 'shared/security'],
    telemetry: ['contract', 'config/types', 'consumers', 'shared/lib', 'shared/http', 'shared/storage'],
    // biome-ignore format: one row a room
    oauth: ['lib', 'contract', 'config/types', 'consumers', 'telemetry', 'shared/lib', 'shared/access', 'shared/http', 'shared/storage', 'shared/security', 'shared/registries'],
    // biome-ignore format: one row a room
    'data-plane': ['lib', 'contract', 'config/types', 'consumers', 'telemetry', 'shared/lib', 'shared/http', 'shared/security', 'shared/registries'],
    // biome-ignore format: one row a room
    runtime: ['lib', 'contract', 'config', 'config/types', 'consumers', 'telemetry', 'oauth', 'data-plane', 'shared/lib', 'shared/http', 'shared/rest', 'shared/storage', 'shared/security', 'shared/registries', 'shared/process'],
    // biome-ignore format: one row a room
    cli: ['lib', 'config', 'config/types', 'runtime', 'shared/lib', 'shared/storage', 'shared/registries', 'shared/process', 'shared/cli'],
  },
  mq: {
    manager: ['shared/lib'],
    // biome-ignore format: one row a room
    web: ['manager', 'shared/lib', 'shared/http', 'shared/rest', 'shared/storage', 'shared/security', 'shared/registries'],
    runtime: ['manager', 'web', 'shared/lib', 'shared/process'],
    cli: ['manager', 'web', 'runtime', 'shared/lib', 'shared/process', 'shared/cli'],
  },
  sandbox: {
    samples: ['shared/lib', 'shared/http'],
    backup: ['shared/lib', 'shared/process'],
    demo: ['samples', 'gateway/runtime', 'shared/lib'],
    run: ['samples', 'gateway/config', 'gateway/runtime', 'mq/manager', 'mq/web', 'mq/runtime', 'shared/lib'],
    // biome-ignore format: one row a room
    cli: ['backup', 'demo', 'run', 'gateway/config', 'gateway/runtime', 'gateway/cli', 'mq/runtime', 'mq/cli', 'shared/lib', 'shared/storage', 'shared/security', 'shared/process', 'shared/cli'],
  },
}

/** Files of a house that belong to no room: what a part may add, and the list of the parts. */
const houseFiles = ['part.ts', 'parts.ts']

/** Rooms whose every file may be imported: shared libraries and contracts. All others are entered through an `index.ts`. */
const openRooms = new Set([
  'shared/lib',
  'shared/http',
  'shared/ui',
  'shared/rest',
  'shared/access',
  'shared/process',
  'shared/cli',
  'gateway/lib',
  'gateway/contract',
])

/** Entry files: they alone import the list of the parts of a house, and hand its rows down as arguments. */
const readersOfParts: readonly string[] = [
  'main.ts',
  'gateway/runtime/programs/document-thread.ts',
  'gateway/runtime/programs/loader.ts',
  'gateway/runtime/programs/worker.ts',
  'mq/cli/main.ts',
  'mq/cli/host/host-process.ts',
]

/** What pages of every part of `mq` may use. */
const pageKit = 'mq/parts/console/kit/'

/** The file in which a part of `mq` has its pages. The build finds it by its path. */
const pageRows = /^mq\/parts\/[^/]+\/pages\/pages\.tsx$/

/** The most lines of `.ts` and `.tsx` in the core of each house. */
const coreBudgets: Readonly<Record<string, number>> = { gateway: 46_000, mq: 31_500, shared: 22_500 }

/** The most lines of all tracked files of `src`. */
const sourceBudget = 183_783

/** The most lines of a function, and of a table (a function that only returns a literal) or a React component. */
const maxFunctionLines = 60
const maxTableLines = 80

/** How many lines of `src` may be longer than 120 characters. It only becomes smaller. */
const maxLongLines = 297

/** How many literals may be spread into other expressions in all of `src`: `...{ a, b }`. */
const maxLiteralSpreads = 0

/** How many conditional spreads `...(x && { x })` all of `src` may have. It only becomes smaller. */
const maxConditionalSpreads = 53

/** Replacements of parts of libraries that `vite/` names in place of the original: nothing else imports them. */
const replacedParts = 'shared/ui/carbon/'

interface Import extends Omit<StatedImport, 'specifier'> {
  from: string
  to: string
}

const sources = globSync('src/**/*.{ts,tsx,js}').map((path) => ({
  ...readSourceFile(path),
  path: path.slice('src/'.length),
}))
const files = sources.map(({ path }) => path)
const knownFiles = new Set(files)
const imports = sources.flatMap(({ path, imports }) => resolveImports(path, imports))

const rooms = Object.entries(houses).flatMap(([house, rows]) =>
  Object.entries(rows).map(([name, rights]) => ({ room: `${house}/${name}`, house, rights })),
)
const crossing = imports.filter(({ from, to }) => roomOf(from) !== roomOf(to))

test('every room imports only the rooms that its row allows', (t) => {
  const offences = crossing.filter(
    ({ from, to }) =>
      !isPart(from) &&
      !isPart(to) &&
      from !== 'main.ts' &&
      !isHouseFile(from) &&
      !isHouseFile(to) &&
      !(houseOf(from) === 'shared' && houseOf(to) !== 'shared') &&
      !rightFor(from, to),
  )
  t.deepEqual(offences.map(arrow), [])
})

test('every right in the table is used', (t) => {
  const used = new Set(crossing.map(({ from, to }) => `${roomOf(from)} -> ${rightFor(from, to)}`))
  const stale = rooms.flatMap(({ room, rights }) =>
    rights.map((right) => `${room} -> ${right}`).filter((right) => !used.has(right)),
  )
  t.deepEqual(stale, [])
})

test('every file is in a room, in a part, or named', (t) => {
  const known = new Set(rooms.map(({ room }) => room))
  const lost = files.filter(
    (file) => file !== 'main.ts' && !isHouseFile(file) && !isPart(file) && !known.has(roomOf(file)),
  )
  t.deepEqual(lost, [])
})

test('a core imports no part, a part no other part, shared no house, and the two products not each other', (t) => {
  const offences = crossing.filter(({ from, to }) => {
    if (isHouseFile(from, 'parts.ts') || to.startsWith(pageKit)) return false
    const [house, other] = [houseOf(from), houseOf(to)]
    return (
      isPart(to) ||
      (house === 'shared' && other !== 'shared') ||
      (isProduct(house) && isProduct(other) && house !== other) ||
      (isPart(from) && other === 'sandbox')
    )
  })
  t.deepEqual(differences(offences.map(arrow), importsToTurn), { new: [], gone: [] })
})

test('only entry files import the list of the parts', (t) => {
  const offences = imports.filter(({ from, to }) => isHouseFile(to, 'parts.ts') && !readersOfParts.includes(from))
  t.deepEqual(offences.map(arrow), [])
})

test('the engine of file transfer is loaded when it is first needed', (t) => {
  const engine = 'mq/parts/file-transfer/engine/'
  const loads = imports.filter(
    ({ from, to, typesOnly, deferred }) =>
      to.startsWith(engine) &&
      !from.startsWith(engine) &&
      !to.startsWith(`${engine}parsing/`) &&
      !typesOnly &&
      !deferred,
  )
  t.deepEqual(loads.map(arrow), [], 'import its types, its parsing/, or all of it by import()')
})

test('a room that is not open is entered by other rooms through an index.ts, also by import()', (t) => {
  const offences = crossing.filter(
    ({ from, to, deferred }) =>
      !isPart(from) &&
      !isPart(to) &&
      !isHouseFile(from) &&
      !isHouseFile(to) &&
      !openRooms.has(roomOf(to)) &&
      !/(^|\/)index\.ts$/.test(to) &&
      !(deferred && deferredEntries.includes(to)),
  )
  t.deepEqual(differences(offences.map(arrow), importsPastIndex), { new: [], gone: [] })
})

test('the core of each house and all of src keep their budgets of lines', (t) => {
  const lines = (paths: readonly string[]) =>
    paths.reduce((sum, path) => sum + readFileSync(path, 'utf8').split('\n').length - 1, 0)
  const over = Object.entries(coreBudgets).flatMap(([house, budget]) => {
    const count = lines(
      files
        .filter((file) => houseOf(file) === house && !isPart(file) && !file.endsWith('.js'))
        .map((file) => join('src', file)),
    )
    return count > budget ? [`src/${house}: ${count} lines in its core, ${budget} are allowed`] : []
  })
  const all = lines(globSync('src/**/*.*'))
  if (all > sourceBudget) over.push(`src: ${all} lines, ${sourceBudget} are allowed`)
  t.deepEqual(over, [], 'remove what a change replaces, or make what not every call needs a part')
})

test('no files import each other in a cycle, except for types within one folder', (t) => {
  const counted = imports.filter(
    ({ from, to, typesOnly, deferred }) => !deferred && !(typesOnly && dirname(from) === dirname(to)),
  )
  t.deepEqual(findRings(files, counted), fileRings)
})

test('no folders import each other in a ring', (t) => {
  const edges = imports
    .filter(({ deferred }) => !deferred)
    .map(({ from, to }) => ({ from: folderOf(from), to: folderOf(to) }))
  t.deepEqual(findRings([...new Set(files.map(folderOf))], edges), folderRings)
})

test('a function has at most 60 lines, a table or a component 80', (t) => {
  const long = sources.flatMap(({ path, functions }) =>
    functions
      .filter(({ lines, isTableOrComponent }) => lines > (isTableOrComponent ? maxTableLines : maxFunctionLines))
      .map(({ name }) => `${path} ${name}`),
  )
  t.deepEqual(differences(long, longFunctions), { new: [], gone: [] })
})

test('the comment of a field or an export begins with words that name it', (t) => {
  const headless = sources.flatMap(({ path, headlessComments }) => headlessComments.map((words) => `${path}: ${words}`))
  t.deepEqual(headless, [], 'begin with a noun phrase, or with a verb for a function: "The limit that rejects calls."')
})

test('lines have at most 120 characters', (t) => {
  const long = sources.flatMap(({ path, longLines }) => (longLines > 0 ? [`${path}: ${longLines}`] : []))
  const count = sources.reduce((sum, { longLines }) => sum + longLines, 0)
  t.true(count <= maxLongLines, `${count} lines are longer, ${maxLongLines} are allowed:\n${long.join('\n')}`)
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

test('members are rarely spread on a condition: ...(x && { x })', (t) => {
  const spreads = sources.flatMap(({ path, conditionalSpreads: count }) => (count > 0 ? [`${path}: ${count}`] : []))
  const count = sources.reduce((sum, { conditionalSpreads }) => sum + conditionalSpreads, 0)
  t.true(
    count <= maxConditionalSpreads,
    `${count} spreads, ${maxConditionalSpreads} are allowed; own types say \`?: T | undefined\`:\n${spreads.join('\n')}`,
  )
})

test('every exported value is imported by the product', (t) => {
  const outside = globSync('{bin,vite,packaging}/**/*.{ts,js}').flatMap((path) =>
    resolveImports(join('..', path), readSourceFile(path).imports),
  )
  const used = new Set([...imports, ...outside].flatMap(({ to, names }) => names.map((name) => `${to} ${name}`)))
  const unused = sources
    .filter(
      ({ path }) => !/(^|\/)index\.ts$|\.js$/.test(path) && !path.startsWith(replacedParts) && !pageRows.test(path),
    )
    .flatMap(({ path, exports }) => exports.map((name) => ({ path, name })))
    .filter(({ path, name }) => !used.has(`${path} ${name}`) && !used.has(`${path} *`))
    .map(({ path, name }) => `${path} ${name}`)
  t.deepEqual(differences(unused, exportsForTests), { new: [], gone: [] })
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
  const folders = ['mq/parts/console', 'flows', 'gateway/parts/portal', 'shared/ui']
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

/** Returns the right that an import of another room uses; undefined where its room has no such right. */
function rightFor(from: string, to: string): string | undefined {
  const rights = houses[houseOf(from)]?.[roomOf(from).slice(houseOf(from).length + 1)] ?? []
  return [dirname(to), roomOf(to)]
    .map((place) => (houseOf(from) === houseOf(to) ? place.slice(houseOf(to).length + 1) : place))
    .find((right) => rights.includes(right))
}

/** Returns `house/room`, `house/parts/part`, or the path of a file that is in none. */
function roomOf(file: string): string {
  const folders = file.split('/').slice(0, -1)
  return folders.length < 2 ? file : folders.slice(0, isPart(file) ? 3 : 2).join('/')
}

/** Returns the folder of a file; for a file of a house, the file itself: parts import `part.ts`, and `parts.ts` the parts. */
function folderOf(file: string): string {
  return isHouseFile(file) ? file : dirname(file)
}

function houseOf(file: string): string {
  return file.split('/')[0] as string
}

function isPart(file: string): boolean {
  return file.split('/')[1] === 'parts'
}

function isHouseFile(file: string, name?: string): boolean {
  const [house = '', own = '', ...rest] = file.split('/')
  return house in houses && rest.length === 0 && (name ? own === name : houseFiles.includes(own))
}

function isProduct(house: string): boolean {
  return house === 'gateway' || house === 'mq'
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

/** Compares offences with the listed exceptions: what is new, and what is listed and gone. */
function differences(found: readonly string[], listed: readonly string[]): { new: string[]; gone: string[] } {
  return { new: found.filter((each) => !listed.includes(each)), gone: listed.filter((each) => !found.includes(each)) }
}
