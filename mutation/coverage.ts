/** Which test files run which parts of the source, measured once with V8's own coverage and kept in a cache. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { runTests } from './run-tests.ts'

/** A part of a file that ran, as offsets in its text. */
type Range = readonly [start: number, end: number]

/** The parts that one test file ran, by the path of the source file relative to the root. */
export type Coverage = Readonly<Record<string, readonly Range[]>>

const cacheFolder = join('node_modules', '.cache', 'mutation')

interface ScriptCoverage {
  url: string
  functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[]
}

/**
 * Returns the coverage of each test file. Rejects when a test file fails without a mutant, because no mutant
 * could then be judged. The result is cached under the digest of the commit and the uncommitted changes.
 */
export async function measureCoverage(testFiles: readonly string[]): Promise<Map<string, Coverage>> {
  const state = await treeState()
  const found = new Map<string, Coverage>()
  for (const testFile of testFiles) {
    const key = createHash('sha256').update(`${state}\n${testFile}`).digest('hex')
    const cached = join(cacheFolder, `${key}.json`)
    if (!existsSync(cached)) {
      mkdirSync(cacheFolder, { recursive: true })
      writeFileSync(cached, JSON.stringify(await measure(testFile)))
    }
    found.set(testFile, JSON.parse(readFileSync(cached, 'utf8')))
  }
  return found
}

/** Whether a test file ran the code at an offset. */
export function isCovered(coverage: Coverage | undefined, file: string, offset: number): boolean {
  return coverage?.[file]?.some(([start, end]) => start <= offset && offset < end) ?? false
}

async function measure(testFile: string): Promise<Coverage> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-coverage-'))
  try {
    const { passed, output } = await runTests([testFile], { NODE_V8_COVERAGE: folder })
    if (!passed) throw new Error(`${testFile} fails without a mutant:\n${output}`)
    return readCoverage(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readCoverage(folder: string): Coverage {
  const root = pathToFileURL(`${process.cwd()}/`).href
  const covered: Record<string, Range[]> = {}
  for (const name of readdirSync(folder)) {
    const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { result: ScriptCoverage[] }
    for (const { url, functions } of result) {
      if (!url.startsWith(`${root}src/`)) continue
      const file = fileURLToPath(url).slice(process.cwd().length + 1)
      covered[file] = [...(covered[file] ?? []), ...ranThrough(functions)]
    }
  }
  return covered
}

/** V8 nests ranges: an inner range with count 0 did not run although the range around it did. */
function ranThrough(functions: ScriptCoverage['functions']): Range[] {
  const ranges = functions.flatMap((each) => each.ranges)
  const borders = [...new Set(ranges.flatMap((each) => [each.startOffset, each.endOffset]))].sort(
    (a, b) => a - b,
  )
  const ran: Range[] = []
  for (const [index, start] of borders.entries()) {
    const end = borders[index + 1]
    if (end === undefined) break
    const around = ranges.filter((each) => each.startOffset <= start && end <= each.endOffset)
    const innermost = around.sort((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset))[0]
    if (innermost && innermost.count > 0) ran.push([start, end])
  }
  return ran
}

async function treeState(): Promise<string> {
  const commands = [
    ['rev-parse', 'HEAD'],
    ['diff', 'HEAD', '--', 'src', 'test'],
  ]
  const outputs = await Promise.all(commands.map((words) => git(words)))
  return createHash('sha256').update(outputs.join('\n')).digest('hex')
}

function git(words: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', words, { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (text) => {
      output += text
    })
    child.on('error', reject)
    child.on('close', () => resolve(output))
  })
}
