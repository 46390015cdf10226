/** Finds the test files, those that start nothing, and those that only start a browser. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const startsProcess = /from 'node:(child_process|cluster)'/
const startsBrowser = /^import (?!type)[^']* from 'playwright-core'/m
/** A product that is shared by the tests of a file would run as long as the whole group. */
const sharesProduct = /_support\/shared-product\.ts'/
const startsSandbox = /_support\/shared-sandbox\.ts'/
const slowFolders = /^test\/(flows|packaging|bench)\//

/** The runs, and which test files each has. The long runs are listed in `test/long`. */
const runs = {
  all: () => true,
  unit: isUnitTest,
  gateway: (path: string) => path.startsWith('test/gateway/'),
  mq: (path: string) => path.startsWith('test/mq/'),
  shared: (path: string) => path.startsWith('test/shared/'),
  /** The stories over HTTP, the pages of all houses, the sandbox and what is shipped. */
  flows: (path: string) => !/^test\/(gateway|mq|shared)\//.test(path) || isPageTest(path),
  long: () => true,
  /** The architecture, and the unit tests that changed since the commit `TEST_BASE`, or that import what changed. */
  changed: (path: string) => path === 'test/architecture.test.ts' || (isUnitTest(path) && isChanged(path)),
} as const

/** Returns the kind of run that `TEST_RUN` names; undefined without it. Throws for an unknown kind. */
export function readTestRun(): keyof typeof runs | undefined {
  const { TEST_RUN: run } = process.env
  if (run === undefined || run === '') return undefined
  if (Object.hasOwn(runs, run)) return run as keyof typeof runs
  throw new Error(`TEST_RUN is "${run}"; it is one of ${Object.keys(runs).join(', ')}`)
}

/** Returns the paths of the test files of this run in their order, without the long runs. */
export function findTestFilesOfRun(): string[] {
  return findTestFiles().filter(runs[readTestRun() ?? 'all'])
}

/** Returns the paths of all test files in their order, without the long runs. */
function findTestFiles(): string[] {
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

/** Returns whether a test file uses the sandbox that the tests of a process share. */
export function sharesSandbox(path: string): boolean {
  return matches(path, startsSandbox)
}

/** Returns whether the text of a test file, or of a file of `test` that it imports, matches a pattern. */
function matches(path: string, pattern: RegExp): boolean {
  return textsOf(path).some((text) => pattern.test(text))
}

let changedFiles: string[] | undefined

/** Returns whether a test file changed, or imports a file of `src` that did, itself or through other files of `test`. */
function isChanged(path: string): boolean {
  const { TEST_BASE: base = 'origin/main' } = process.env
  changedFiles ??= execFileSync('git', ['diff', '--name-only', '--merge-base', base], { encoding: 'utf8' }).split('\n')
  const changedSources = changedFiles.filter((file) => file.startsWith('src/'))
  const texts = textsOf(path)
  return changedFiles.includes(path) || changedSources.some((file) => texts.some((text) => text.includes(`/${file}'`)))
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
