/** Which parts of which files ran, as V8 reports it: by the files of `NODE_V8_COVERAGE`, or within a process. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** A part of a file that ran, as offsets in its text. */
export type Range = readonly [start: number, end: number]

/** The parts that ran, by the path of the file relative to the root. */
export type Coverage = Readonly<Record<string, readonly Range[]>>

/** What V8 reports of one script. The offsets hold for the source too, because types are replaced by spaces. */
export interface ScriptCoverage {
  url: string
  functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[]
}

/** Whether the code at an offset of a file ran. */
export function isCovered(coverage: Coverage, file: string, offset: number): boolean {
  return coverage[file]?.some(([start, end]) => start <= offset && offset < end) ?? false
}

/** Returns what the files of a folder report about `src` and `test`, for all processes together. */
export function readCoverage(folder: string): Coverage {
  return collectCoverage(
    readdirSync(folder).flatMap((name) => {
      const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { result: ScriptCoverage[] }
      return result
    }),
  )
}

/** Returns the parts of `src` and `test` that ran according to the scripts, which may be of several processes. */
export function collectCoverage(scripts: readonly ScriptCoverage[]): Coverage {
  const root = pathToFileURL(`${process.cwd()}/`).href
  const covered: Record<string, Range[]> = {}
  for (const { url, functions } of scripts) {
    if (!url.startsWith(`${root}src/`) && !url.startsWith(`${root}test/`)) continue
    const file = fileURLToPath(url).slice(process.cwd().length + 1)
    covered[file] = [...(covered[file] ?? []), ...findExecutedRanges(functions)]
  }
  return covered
}

/** V8 nests ranges: an inner range with count 0 did not run although the range around it did. */
function findExecutedRanges(functions: ScriptCoverage['functions']): Range[] {
  const ranges = functions.flatMap((each) => each.ranges)
  const borders = [...new Set(ranges.flatMap((each) => [each.startOffset, each.endOffset]))].sort((a, b) => a - b)
  const executed: Range[] = []
  for (const [index, start] of borders.entries()) {
    const end = borders[index + 1]
    if (end === undefined) break
    const around = ranges.filter((each) => each.startOffset <= start && end <= each.endOffset)
    const innermost = around.sort((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset))[0]
    if (!innermost || innermost.count === 0) continue
    const previous = executed.at(-1)
    if (previous?.[1] === start) executed[executed.length - 1] = [previous[0], end]
    else executed.push([start, end])
  }
  return executed
}
