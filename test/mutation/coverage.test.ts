import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { measureCoverage } from '../../mutation/coverage.ts'
import type { RunTests } from '../../mutation/test-run.ts'

const testFile = 'test/mutation/coverage.test.ts'

/** Runs that end with the given outcomes, one after the other; a run that passes covers the first bytes of a file. */
function scriptedRuns(outcomes: ('passed' | 'failed' | 'timeout')[]): { run: RunTests; left: unknown[] } {
  const left = [...outcomes]
  const run: RunTests = async () => {
    const outcome = left.shift() ?? 'failed'
    const covered = { 'src/shared/lib/time/clock.ts': [[0, 9]] as const }
    return { outcome, output: 'the output of ava', durationMs: 5, ...(outcome === 'passed' && { covered }) }
  }
  return { run, left }
}

function emptyFolder(t: ExecutionContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  return folder
}

test('a test file that fails once or twice is measured again', async (t) => {
  const { run, left } = scriptedRuns(['failed', 'timeout', 'passed'])
  const lines: string[] = []
  const cacheFolder = emptyFolder(t)
  const found = await measureCoverage([testFile], { run, cacheFolder, report: (line) => lines.push(line) })
  t.deepEqual(found.skipped, [])
  t.deepEqual(found.byTestFile.get(testFile), { covered: { 'src/shared/lib/time/clock.ts': [[0, 9]] }, durationMs: 5 })
  t.deepEqual(lines, [
    `${testFile} fails without a mutant (attempt 1 of 3, failed)`,
    `${testFile} fails without a mutant (attempt 2 of 3, timeout)`,
  ])
  t.is(left.length, 0)
})

test('a test file that fails three times is skipped with its output, and the others are measured', async (t) => {
  const { run } = scriptedRuns(['failed', 'failed', 'failed', 'passed'])
  const lines: string[] = []
  const others = 'test/mutation/judge.test.ts'
  const found = await measureCoverage([testFile, others], {
    run,
    cacheFolder: emptyFolder(t),
    report: (line) => lines.push(line),
  })
  t.deepEqual(found.skipped, [testFile])
  t.deepEqual([...found.byTestFile.keys()], [others])
  t.is(lines.at(-1), `${testFile} is skipped; its output was:\nthe output of ava`)
})

test('coverage is measured again when a file that ran has changed', async (t) => {
  const cacheFolder = emptyFolder(t)
  const changing = join(cacheFolder, 'changing.test.ts')
  writeFileSync(changing, '// one')
  const { run, left } = scriptedRuns(['passed', 'passed'])
  for (const expected of [1, 1]) {
    await measureCoverage([changing], { run, cacheFolder })
    t.is(left.length, expected)
  }
  writeFileSync(changing, '// two')
  await measureCoverage([changing], { run, cacheFolder })
  t.is(left.length, 0)
})
