/**
 * What the data plane could not serve of documents that have errors already, so that these hide nothing.
 */
import type { Config, Problem, SourceLocation } from '../config/types/index.ts'
import type { BuildProblem } from './errors/document-error.ts'
import { findBuildProblems, type LocateValue, removeDuplicateProblems } from './problems.ts'

/**
 * The problems of each API by itself that are not among the known ones, nor consequences of these.
 *
 * @param readable what could be read; parts of it are made up
 */
export function findRemainingProblems(
  readable: Config,
  known: readonly Problem[],
  locate: LocateValue,
): readonly Problem[] {
  const told = new Set(known.map(placeText))
  const found: Problem[] = []
  for (const catalog of readable.catalogs) {
    for (const api of catalog.apis) {
      const problems = problemsOf({ ...readable, catalogs: [{ ...catalog, apis: [api] }] })
      for (const { severity, message, isAlreadyReported, ...at } of problems) {
        const { reported, ...place } = locate(at)
        if (!isAlreadyReported && !reported && !told.has(placeText(place)))
          found.push({ ...place, severity, message })
      }
    }
  }
  return removeDuplicateProblems(found)
}

/** What was made up may fit its schema and make no sense all the same: then there is nothing to say about the API. */
function problemsOf(config: Config): readonly BuildProblem[] {
  try {
    return findBuildProblems(config)
  } catch {
    return []
  }
}

function placeText({ file, line, column }: SourceLocation): string {
  return `${file}:${line}:${column}`
}
