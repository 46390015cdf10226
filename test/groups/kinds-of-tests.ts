/** Finds the test files, those that start nothing, and those that only start a browser. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const startsProcess = /from 'node:(child_process|cluster)'/
const startsBrowser = /^import (?!type)[^']* from 'playwright-core'/m
/** A product that is shared by the tests of a file would run as long as the whole group. */
const sharesProduct = /_support\/shared-product\.ts'/
const slowFolders = /^test\/(flows|packaging|bench)\//

/** Returns the paths of all test files in their order, without the long runs. */
export function findTestFiles(): string[] {
  return readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((path) => join('test', path))
    .filter((path) => path.endsWith('.test.ts') && !/^test\/(long|groups)\//.test(path))
    .sort()
}

/** Returns whether a test file starts no process, no browser and no whole server of the product. */
export function isUnitTest(path: string): boolean {
  return !slowFolders.test(path) && !matches(path, startsProcess) && !matches(path, startsBrowser)
}

/** Returns whether a test file looks at pages in a browser. */
export function isPageTest(path: string): boolean {
  return !slowFolders.test(path) && matches(path, startsBrowser) && !matches(path, sharesProduct)
}

/** Returns whether the text of a test file, or of a file of `test` that it imports, matches a pattern. */
function matches(path: string, pattern: RegExp): boolean {
  return textsOf(path).some((text) => pattern.test(text))
}

/** Finds the paths of imports. Imports in the texts of tests are indented. */
const importedPath = /^(?:import|export|\}).* from '(\.[^']+\.ts)'/gm

/** The texts of files, because many test files import the same ones. */
const texts = new Map<string, string>()

/** Returns the texts of a test file and of the files of `test` that it imports. */
function textsOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return []
  seen.add(file)
  const text = texts.get(file) ?? readFileSync(file, 'utf8')
  texts.set(file, text)
  const imported = [...text.matchAll(importedPath)]
    .map(([, path]) => join(dirname(file), path as string))
    .filter((path) => path.startsWith('test/'))
  return [text, ...imported.flatMap((path) => textsOf(path, seen))]
}
