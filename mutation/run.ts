/**
 * `npm run mutate -- PATH…`: changes one operator, condition, constant or statement at a time in the files below the
 * paths, runs the tests that reach the change, and lists the mutants that survive.
 *
 * `--sample N --seed S` takes N mutants for each path, drawn by the seed. `--line N` takes the mutants of one line. `--tests PATH…` limits the
 * test files; without it they are those that mirror the source's module, and the flows. `--exclude PATH` leaves out a file or
 * folder of sources or tests; it may be repeated. `--processes N` runs so many test processes, one for each core without it.
 */
import { globSync, readFileSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { normalize } from 'node:path'
import { parseArgs } from 'node:util'
import { measureCoverage } from './coverage.ts'
import type { TestFileCoverage } from './coverage-cache.ts'
import { draw } from './draw.ts'
import { type Fate, fates, judge } from './judge.ts'
import { findMutants } from './mutants.ts'
import { Kills } from './order-tests.ts'
import { runTestsIn } from './run-tests.ts'
import { TestProcess } from './test-process.ts'
import type { LocatedMutant, RunTests } from './test-run.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    line: { type: 'string', multiple: true },
    tests: { type: 'string', multiple: true },
    exclude: { type: 'string', multiple: true },
    processes: { type: 'string', default: String(availableParallelism()) },
    help: { type: 'boolean', short: 'h' },
  },
})
if (values.help || positionals.length === 0) {
  const output = values.help ? process.stdout : process.stderr
  output.write(
    'Name what to mutate: npm run mutate -- src/gateway/oauth/tokens [--sample 40 --seed 1] [--line 12] [--tests test/gateway/oauth] [--exclude test/flows/slow.test.ts]\n',
  )
  process.exit(values.help ? 0 : 2)
}

const processes = Array.from({ length: Number(values.processes) }, () => new TestProcess())
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    for (const each of processes) each.end()
    process.exit(1)
  })
const excluded = (values.exclude ?? []).map((path) => normalize(path).replace(/\/$/, ''))
const skipped = new Set<string>()
const totals: string[] = []
for (const path of positionals) totals.push(await mutate(path))
for (const each of processes) each.end()
process.stdout.write(`\n${totals.join('\n')}\n`)
if (skipped.size > 0)
  process.stdout.write(
    `skipped, because they fail without a mutant: ${[...skipped].join(', ')}. Run each with "npx ava FILE".\n`,
  )

async function mutate(path: string): Promise<string> {
  const all = filesBelow(path, '.ts')
    .flatMap((file) => findMutants(readFileSync(file, 'utf8')).map((mutant): LocatedMutant => ({ ...mutant, file })))
    .filter(({ line }) => !values.line || values.line.includes(String(line)))
  const chosen = values.sample ? draw(all, Number(values.sample), Number(values.seed)) : all
  const byTestFile = new Map<string, TestFileCoverage>()
  await forEach(testFilesFor(path), async (testFile, run) => {
    const coverage = await measureCoverage([testFile], { run, report: (line) => process.stderr.write(`${line}\n`) })
    for (const [each, measured] of coverage.byTestFile) byTestFile.set(each, measured)
    for (const each of coverage.skipped) skipped.add(each)
  })

  const kills = new Kills()
  const startedAt = performance.now()
  let judged = 0
  const counts = new Map<Fate, number>(fates.map((fate) => [fate, 0]))
  await forEach(chosen, async (mutant, run) => {
    const fate = await judge(mutant, byTestFile, run, kills)
    counts.set(fate, (counts.get(fate) ?? 0) + 1)
    if (fate !== 'killed' && fate !== 'equivalent') process.stdout.write(`${render(mutant, fate)}\n`)
    judged += 1
    if (judged % 50 === 0)
      process.stderr.write(
        `${judged} of ${chosen.length} after ${Math.round((performance.now() - startedAt) / 1000)} s\n`,
      )
  })
  const parts = [...counts].map(([fate, count]) => `${count} ${fate}`)
  return `${path}: ${chosen.length} of ${all.length} mutants, ${parts.join(', ')}`
}

/** Handles the items with one test process per core. */
async function forEach<T>(items: readonly T[], handle: (item: T, run: RunTests) => Promise<void>): Promise<void> {
  const left = items.values() // shared: each item is taken once
  await Promise.all(
    processes.map(async (each) => {
      const run = runTestsIn(each)
      for (const item of left) await handle(item, run)
    }),
  )
}

function testFilesFor(path: string): string[] {
  if (values.tests) return values.tests.flatMap((each) => filesBelow(each, '.test.ts'))
  const module = path.split('/')[1] as string
  return [...filesBelow(`test/${module}`, '.test.ts'), ...filesBelow('test/flows', '.test.ts')]
}

function filesBelow(path: string, ending: string): string[] {
  const files = statSync(path).isFile() ? [path] : globSync(`${path}/**/*${ending}`).sort()
  return files.filter((file) => !excluded.some((each) => file === each || file.startsWith(`${each}/`)))
}

function render(mutant: LocatedMutant, fate: Fate): string {
  return `${fate}: ${mutant.file}:${mutant.line} ${mutant.kind} ${JSON.stringify(mutant.original.slice(0, 80))} -> ${JSON.stringify(mutant.replacement.slice(0, 80))}`
}
