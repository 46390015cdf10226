/**
 * `npm run test:long`: runs the test files of `test/long` two at a time, and then those that need the processors for
 * themselves. With arguments it passes them to ava, which runs the files that they name one by one.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { longest, needProcessors } from './long-runs.ts'

const names = readdirSync('test/long')
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => file.replace('.test.ts', ''))
const unknown = [...needProcessors, ...longest].filter((name) => !names.includes(name))
if (unknown.length > 0) throw new Error(`long-runs.ts names files that test/long does not have: ${unknown}`)

const args = process.argv.slice(2)

process.exitCode = args.length > 0 ? runAva(args) : runAll()

/** Returns the exit status, which is 0 when all tests have passed. */
function runAll(): number {
  const pathsOf = (areAlone: boolean) =>
    names.filter((name) => needProcessors.includes(name) === areAlone).map((name) => `test/long/${name}.test.ts`)
  const statuses = [runAva(['--concurrency=2', ...pathsOf(false)]), runAva(pathsOf(true))]
  return statuses.find((status) => status !== 0) ?? 0
}

function runAva(more: readonly string[]): number {
  const { status } = spawnSync('ava', more, { stdio: 'inherit', env: { ...process.env, TEST_RUN: 'long' } })
  return status ?? 1
}
