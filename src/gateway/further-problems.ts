/** Finds problems of the data plane in documents that have other errors, so that one check reports all problems. */
import type { Config, Problem, SourceLocation } from '../config/types/index.ts'
import type { BuildProblem } from './errors/document-error.ts'
import { findBuildProblems, type LocateValue, removeDuplicateProblems } from './problems.ts'

/**
 * Returns the problems of each API that are not among the known ones, nor consequences of them.
 *
 * @param readable the configuration as far as it could be read; unreadable values are replaced with placeholders
 */
export function findFurtherGatewayProblems(
  readable: Config,
  known: readonly Problem[],
  locate: LocateValue,
): readonly Problem[] {
  const knownPlaces = new Set(known.map(placeText))
  const found: Problem[] = []
  for (const catalog of readable.catalogs) {
    for (const api of catalog.apis) {
      const problems = problemsOf({ ...readable, catalogs: [{ ...catalog, apis: [api] }] })
      for (const { severity, message, isAlreadyReported, ...at } of problems) {
        const { reported, ...location } = locate(at)
        if (!isAlreadyReported && !reported && !knownPlaces.has(placeText(location)))
          found.push({ ...location, severity, message })
      }
    }
  }
  return removeDuplicateProblems(found)
}

/** Placeholders may match their schema and still break the build; such an API has no further problems to report. */
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
