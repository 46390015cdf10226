/** Finds the test files, and those that start no process, no browser and no whole server of the product. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Imports that start processes, browsers or external servers. */
const starters =
  /from '(node:child_process|node:cluster|playwright-core|[^']*_support\/(product|shared-product|browser)\.ts)'/
const slowFolders = /^test\/(flows|packaging|bench)\//

/** Returns the paths of all test files in their order, without the long runs. */
export function findTestFiles(): string[] {
  return readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((path) => join('test', path))
    .filter((path) => path.endsWith('.test.ts') && !/^test\/(long|groups)\//.test(path))
    .sort()
}

/** Returns whether a test file starts nothing, with all files of `test` that it imports. */
export function isUnitTest(path: string): boolean {
  return !slowFolders.test(path) && !startsProcesses(path, new Set())
}

function startsProcesses(file: string, seen: Set<string>): boolean {
  if (seen.has(file)) return false
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  if (starters.test(text)) return true
  return [...text.matchAll(/from '(\.[^']+\.ts)'/g)]
    .map(([, path]) => join(dirname(file), path as string))
    .some((path) => path.startsWith('test/') && startsProcesses(path, seen))
}
