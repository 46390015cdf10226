/** Runs the test files of a folder of documents. */
import type { Config, PolicyStep, SourceLocation } from '../../../config/types/index.ts'
import { describeBranch } from '../../../data-plane/index.ts'
import type { GatewayPart } from '../../../part.ts'
import { openTables } from '../../../runtime/documents/open-tables.ts'
import { prepareTests, runDocumentTest } from './run-document-test.ts'
import { type DocumentTest, type LoadedTestFile, readTestFiles } from './test-file.ts'

export interface TestedFile {
  /** The path relative to the folder of the documents. */
  file: string
  tests: readonly TestedCase[]
  /** Problems of the test file itself; its tests have not run then. */
  problems: LoadedTestFile['problems']
}

export interface TestedCase {
  name: string
  /** Where the test is in its file. */
  location: SourceLocation
  differences: readonly string[]
  /** Milliseconds. */
  duration: number
}

export type TestReport = Awaited<ReturnType<typeof testDocuments>>

/** What tests have called, and what none has. */
export interface Coverage {
  covered: number
  /** The places in documents that no test reaches, as text. */
  missed: readonly string[]
}

export interface TestDocumentsOptions {
  /** The parts of the gateway that the documents use. */
  parts: readonly GatewayPart[]
  folder: string
  environment: Record<string, string | undefined>
  /** Runs the tests whose names contain this text; all without it. */
  name?: string | undefined
  /** Runs no further test after one that fails. */
  stopsAtFailure?: boolean
}

/** Runs all test files below the folder against a loaded configuration. */
export async function testDocuments(config: Config, options: TestDocumentsOptions) {
  const reached = new Set<string>()
  const called = new Set<string>()
  const surroundings = prepareTests(config, await openTables(options.parts), (branch) => void reached.add(branch))
  const files: TestedFile[] = []
  let hasFailed = false
  for (const { file, value, problems, locate } of readTestFiles(options.folder, options.environment)) {
    const tests: TestedCase[] = []
    for (const [index, test] of value?.tests.entries() ?? []) {
      if (!isChosen(test, options.name) || (options.stopsAtFailure && hasFailed)) continue
      const startedAt = performance.now()
      const { differences, api, operation } = await runDocumentTest(test, value ?? {}, surroundings)
      if (api !== undefined && operation !== undefined) called.add(`${api} ${operation}`)
      hasFailed ||= differences.length > 0
      tests.push({
        name: test.name,
        location: locate(['tests', index]),
        differences,
        duration: performance.now() - startedAt,
      })
    }
    if (tests.length > 0 || problems.length > 0) files.push({ file, tests, problems })
  }
  const all = files.flatMap(({ tests }) => tests)
  const broken = files.filter(({ problems }) => problems.length > 0).length
  return {
    files,
    passed: all.filter(({ differences }) => differences.length === 0).length,
    failed: all.filter(({ differences }) => differences.length > 0).length + broken,
    coverage: { operations: cover(listOperations(config), called), branches: cover(listBranches(config), reached) },
  }
}

function isChosen({ name }: DocumentTest, wanted: string | undefined): boolean {
  return wanted === undefined || name.toLowerCase().includes(wanted.toLowerCase())
}

function cover(places: ReadonlyMap<string, string>, reached: ReadonlySet<string>): Coverage {
  const missed = [...places].flatMap(([place, text]) => (reached.has(place) ? [] : [text]))
  return { covered: places.size - missed.length, missed }
}

/** Returns the operations of all APIs: `API OPERATION` and a text for people. */
function listOperations({ catalogs }: Config): ReadonlyMap<string, string> {
  return new Map(
    catalogs.flatMap(({ apis }) =>
      apis.flatMap(({ reference, operations, location }) =>
        operations.map(({ id, method, path }) => [`${reference} ${id}`, `${location.file} ${method} ${path}`] as const),
      ),
    ),
  )
}

/** Returns the branches of all assemblies: their places, which are their texts too. */
function listBranches({ catalogs }: Config): ReadonlyMap<string, string> {
  const places = catalogs.flatMap(({ apis }) => apis.flatMap(({ assembly }) => assembly.execute.flatMap(branchesOf)))
  return new Map(places.map((place) => [place, place]))
}

function branchesOf(step: PolicyStep): string[] {
  return step.branches.flatMap((steps, index) => [describeBranch(step, index), ...steps.flatMap(branchesOf)])
}
