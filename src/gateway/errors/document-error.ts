/**
 * Something in the documents that cannot be built. The loader's schemas cannot see it: it takes the meaning.
 */
import type { Problem, SourceLocation } from '../../config/types/index.ts'

/** The place of an element of a document, and the way from there to the value that is meant. */
export interface ValueLocation extends SourceLocation {
  path?: readonly (string | number)[]
}

/** The place of a value inside the element at a place, such as a member of a policy. */
export function locateWithin(place: ValueLocation, ...path: readonly (string | number)[]): ValueLocation {
  return { ...place, path: [...(place.path ?? []), ...path] }
}

/** One element is wrong. */
export class DocumentError extends Error {
  override name = 'DocumentError'
  readonly place: ValueLocation

  constructor(place: ValueLocation, message: string) {
    super(message)
    this.place = place
  }
}

/** The loader reports the same mistake, or the one that led to it. */
export class AlreadyReportedError extends DocumentError {
  override name = 'Consequence'
}

/** One thing that is wrong, at a place that may lie within an element. */
export interface BuildProblem extends Problem, ValueLocation {
  /** The loader reports the same mistake, or the one that led to it. */
  isAlreadyReported?: true
}

/** Everything that is wrong, found in one pass. */
export class GatewayBuildError extends Error {
  override name = 'GatewayBuildError'
  readonly problems: readonly BuildProblem[]

  constructor(problems: readonly BuildProblem[]) {
    super(
      problems.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`).join('\n'),
    )
    this.problems = problems
  }
}

export interface ProblemCollector {
  /** What `build` returns; undefined when it throws, and what it throws is kept. */
  try<T>(build: () => T): T | undefined
  throwIfAny(): void
}

/** Runs parts of a build one by one, so that the first problem does not hide the others. */
export function collectProblems(): ProblemCollector {
  const problems: BuildProblem[] = []
  return {
    try(build) {
      try {
        return build()
      } catch (error) {
        if (error instanceof GatewayBuildError) problems.push(...error.problems)
        else if (error instanceof DocumentError) problems.push(problemOf(error))
        else throw error
        return undefined
      }
    },

    throwIfAny() {
      if (problems.length > 0) throw new GatewayBuildError(problems)
    },
  }
}

/** What all of the parts return. Throws a `GatewayBuildError` with the problems of all of them. */
export function buildAll<T extends readonly unknown[]>(...parts: { [K in keyof T]: () => T[K] }): T {
  const problems = collectProblems()
  const built = parts.map((build) => problems.try(build))
  problems.throwIfAny()
  return built as unknown as T
}

function problemOf(error: DocumentError): BuildProblem {
  const problem: BuildProblem = { ...error.place, severity: 'error', message: error.message }
  return error instanceof AlreadyReportedError ? { ...problem, isAlreadyReported: true } : problem
}
