import { readFileSync } from 'node:fs'

import test from 'ava'

import { findMutants } from '../../mutation/mutants.ts'
import { TestProcess } from '../../mutation/test-process.ts'

const timeoutMs = 20_000
const source = 'test/mutation/examples/limit.ts'
const testFile = 'test/mutation/examples/limit-tests.ts'

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
    const { outcome } = await testProcess.run(testFile, { timeoutMs, ...(mutant && { mutant }) })
    outcomes.push(outcome)
  }
  t.deepEqual(outcomes, ['passed', 'failed', 'passed', 'passed', 'passed'])
})

test.serial(
  'a mutant that loops for ever ends with its process, and the next run has a new one',
  async (t) => {
    const testProcess = new TestProcess({ graceMs: 100 })
    t.teardown(() => testProcess.end())
    const mutant = findMutant(8, '-')
    t.is((await testProcess.run(testFile, { timeoutMs: 100, mutant })).outcome, 'timeout')
    t.is((await testProcess.run(testFile, { timeoutMs })).outcome, 'passed')
  },
)
