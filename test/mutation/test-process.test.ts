import { readFileSync } from 'node:fs'
import test from 'ava'
import { findMutants } from '../../mutation/mutants.ts'
import { TestProcess } from '../../mutation/test-process.ts'
import { isCovered } from '../../mutation/v8-coverage.ts'

const timeoutMs = 20_000
const source = 'test/mutation/examples/limit.ts'
const testFile = 'test/mutation/examples/limit-tests.ts'

/** A text of some lines of the source that a mutant replaces. */
const places: Record<number, string> = { 2: '3', 4: '<=', 8: '-' }

/** Returns the mutant of the source that replaces a text of a line. */
function findMutant(line: number, original: string) {
  const found = findMutants(readFileSync(source, 'utf8')).find(
    (each) => each.line === line && each.original === original,
  )
  if (!found) throw new Error(`line ${line} has no ${original}`)
  return { ...found, file: source }
}

test.serial('one process runs a test file with and without mutants, and none is left behind', async (t) => {
  const testProcess = new TestProcess()
  t.teardown(() => testProcess.end())
  const outcomes = []
  for (const mutant of [undefined, findMutant(4, '<='), undefined, findMutant(2, '3'), undefined]) {
    const { outcome } = await testProcess.run({ testFile }, { timeoutMs, ...(mutant && { mutant }) })
    outcomes.push(outcome)
  }
  t.deepEqual(outcomes, ['passed', 'failed', 'passed', 'passed', 'passed'])
})

test.serial('a mutant that loops for ever ends with its process, and the next run has a new one', async (t) => {
  const testProcess = new TestProcess({ graceMs: 100 })
  t.teardown(() => testProcess.end())
  const mutant = findMutant(8, '-')
  t.is((await testProcess.run({ testFile }, { timeoutMs: 100, mutant })).outcome, 'timeout')
  t.is((await testProcess.run({ testFile }, { timeoutMs })).outcome, 'passed')
})

test.serial('what a test file leaves mocked does not reach the next one', async (t) => {
  const testProcess = new TestProcess()
  t.teardown(() => testProcess.end())
  for (const _ of [1, 2]) {
    const { outcome, output, durationMs } = await testProcess.run(
      { testFile: 'test/mutation/examples/mock-tests.ts' },
      { timeoutMs },
    )
    t.deepEqual([outcome, output], ['passed', ''])
    t.true(durationMs > 0)
  }
})

test.serial('a test file that mocks the clock does not mock the time of its tests', async (t) => {
  const testProcess = new TestProcess()
  t.teardown(() => testProcess.end())
  const { durationMs, tests } = await testProcess.run(
    { testFile: 'test/mutation/examples/mock-tests.ts' },
    { timeoutMs, measuresCoverage: true },
  )
  const durations = (tests ?? []).map((each) => each.durationMs)
  t.is(durations.length, 2)
  t.true(
    durations.every((each) => each > 0 && each <= durationMs),
    String(durations),
  )
})

test.serial('each test is measured by itself, and the load of the file apart', async (t) => {
  const testProcess = new TestProcess()
  t.teardown(() => testProcess.end())
  const { covered, tests } = await testProcess.run({ testFile }, { timeoutMs, measuresCoverage: true })
  const found = [{ title: 'load', covered: covered ?? {} }, ...(tests ?? [])].map((each) => [
    each.title,
    ...[2, 4, 8].filter((line) => isCovered(each.covered, source, findMutant(line, places[line] ?? '').start)),
  ])
  t.deepEqual(found, [
    ['load', 2],
    ['three are allowed', 4],
    ['the end is zero', 8],
  ])
})

test.serial('code that V8 optimizes is still measured', async (t) => {
  const testProcess = new TestProcess()
  t.teardown(() => testProcess.end())
  const run = { timeoutMs, measuresCoverage: true }
  const { tests } = await testProcess.run({ testFile: 'test/mutation/examples/hot-tests.ts' }, run)
  const { start } = findMutant(4, '<=')
  t.deepEqual(
    tests?.map(({ title, covered }) => [title, isCovered(covered, source, start)]),
    [
      ['1000000 calls', true],
      ['10 calls', true],
    ],
  )
})

test.serial('only the chosen tests of a file run', async (t) => {
  const testProcess = new TestProcess()
  t.teardown(() => testProcess.end())
  const mutant = findMutant(4, '<=')
  const outcomes = []
  for (const title of ['three are allowed', 'the end is zero']) {
    const { outcome } = await testProcess.run({ testFile, titles: [title] }, { timeoutMs, mutant })
    outcomes.push(outcome)
  }
  t.deepEqual(outcomes, ['failed', 'passed'])
})

test.serial('modules that do not import the changed file are loaded once', async (t) => {
  const testProcess = new TestProcess()
  t.teardown(() => testProcess.end())
  const outcomes = []
  for (const changedFile of [source, source, 'test/mutation/examples/loads.ts', source, undefined]) {
    const run = { timeoutMs, ...(changedFile && { changedFile }) }
    outcomes.push((await testProcess.run({ testFile: 'test/mutation/examples/loads-tests.ts' }, run)).outcome)
  }
  // The test file counts how often it was run with the same module, and passes the first time.
  t.deepEqual(outcomes, ['passed', 'failed', 'passed', 'failed', 'passed'])
})
