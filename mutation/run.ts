/**
 * `npm run mutate -- PATH…`: changes one operator, condition, constant or statement at a time in the files below the
 * paths, runs the tests that reach the change, and lists the mutants that survive.
 *
 * `--sample N --seed S` takes N mutants for each path, drawn by the seed. `--tests PATH…` limits the test files; without it they are
 * those that mirror the source's module, and the flows.
 */
import { globSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { type Coverage, isCovered, measureCoverage } from './coverage.ts'
import { equivalents } from './equivalent.ts'
import { findMutants, type Mutant } from './mutants.ts'
import { runTests } from './run-tests.ts'

interface Located extends Mutant {
  file: string
}

type Fate = 'killed' | 'survived' | 'not covered' | 'equivalent'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', multiple: true },
  },
})
if (positionals.length === 0) {
  process.stderr.write(
    'Name what to mutate: npm run mutate -- src/oauth/tokens [--sample 40 --seed 1] [--tests test/oauth]\n',
  )
  process.exit(2)
}

const hook = `--import=${new URL('load-mutant.ts', import.meta.url).href}`
const totals: string[] = []
for (const path of positionals) totals.push(await mutate(path))
process.stdout.write(`\n${totals.join('\n')}\n`)

async function mutate(path: string): Promise<string> {
  const all = filesBelow(path, '.ts').flatMap((file) =>
    findMutants(readFileSync(file, 'utf8')).map((mutant) => ({ ...mutant, file })),
  )
  const chosen = values.sample ? draw(all, Number(values.sample), Number(values.seed)) : all
  const coverage = await measureCoverage(testFilesFor(path))

  const counts: Record<Fate, number> = { killed: 0, survived: 0, 'not covered': 0, equivalent: 0 }
  for (const mutant of chosen) {
    const fate = await judge(mutant, coverage)
    counts[fate] += 1
    if (fate === 'survived' || fate === 'not covered') process.stdout.write(`${render(mutant, fate)}\n`)
  }
  const parts = Object.entries(counts).map(([fate, count]) => `${count} ${fate}`)
  return `${path}: ${chosen.length} of ${all.length} mutants, ${parts.join(', ')}`
}

async function judge(mutant: Located, coverage: ReadonlyMap<string, Coverage>): Promise<Fate> {
  if (isEquivalent(mutant)) return 'equivalent'
  const testFiles = [...coverage]
    .filter(([, covered]) => isCovered(covered, mutant.file, mutant.start))
    .map(([testFile]) => testFile)
    .sort((a, b) => distance(a, mutant.file) - distance(b, mutant.file))
  if (testFiles.length === 0) return 'not covered'

  const environment = {
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${hook}`,
    SLUICE_MUTANT: JSON.stringify({ ...mutant, file: resolve(mutant.file) }),
  }
  for (const testFile of testFiles) {
    const { passed } = await runTests([testFile], environment)
    if (!passed) return 'killed'
  }
  return 'survived'
}

function isEquivalent(mutant: Located): boolean {
  const line = readFileSync(mutant.file, 'utf8').split('\n')[mutant.line - 1]?.trim()
  return equivalents.some(
    (each) =>
      each.file === mutant.file &&
      each.line === line &&
      each.kind === mutant.kind &&
      each.replacement === mutant.replacement,
  )
}

/** Orders test files: the file that mirrors the source first, flows last because they are slow. */
function distance(testFile: string, file: string): number {
  if (testFile.startsWith('test/flows/')) return 2
  return testFile === file.replace(/^src/, 'test').replace(/\.ts$/, '.test.ts') ? 0 : 1
}

function testFilesFor(path: string): string[] {
  if (values.tests) return values.tests.flatMap((each) => filesBelow(each, '.test.ts'))
  const module = path.split('/')[1] as string
  return [...filesBelow(`test/${module}`, '.test.ts'), ...filesBelow('test/flows', '.test.ts')]
}

function filesBelow(path: string, ending: string): string[] {
  if (statSync(path).isFile()) return [path]
  return globSync(`${path}/**/*${ending}`).sort()
}

/** Draws without repetition; the same seed gives the same result (mulberry32). */
function draw<T>(all: readonly T[], count: number, seed: number): T[] {
  let state = seed
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return all
    .map((each) => ({ each, key: random() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, count)
    .map(({ each }) => each)
}

function render(mutant: Located, fate: Fate): string {
  return `${fate}: ${mutant.file}:${mutant.line} ${mutant.kind} ${JSON.stringify(mutant.original.slice(0, 80))} -> ${JSON.stringify(mutant.replacement.slice(0, 80))}`
}
