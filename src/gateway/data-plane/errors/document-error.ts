/** Problems of documents that only a build finds, because the schemas of the loader cannot express them. */
import type { Problem, SourceLocation } from '../../config/types/index.ts'

/** The location of an element of a document, with the path from that element to the value that is meant. */
export interface ValueLocation extends SourceLocation {
  path?: readonly (string | number)[]
}

/** Returns the location of a value inside an element, such as a member of a policy. */
export function locateWithin(location: ValueLocation, ...path: readonly (string | number)[]): ValueLocation {
  return { ...location, path: [...(location.path ?? []), ...path] }
}

/** Reports a problem of one element of a document. */
export class DocumentError extends Error {
  override name = 'DocumentError'
  readonly location: ValueLocation

  constructor(location: ValueLocation, message: string) {
    super(message)
    this.location = location
  }
}

/** Reports a problem that the loader reports as well, directly or by its cause. The problem is not shown twice. */
export class AlreadyReportedError extends DocumentError {
  override name = 'AlreadyReportedError'
}

/** Reports a value that nothing defines. Unless an API is strict, it is loaded, and calls that need it fail. */
export class UndefinedValueError extends DocumentError {
  override name = 'UndefinedValueError'
  /** Whether the loader reports the value as well. */
  readonly isAlreadyReported: boolean

  constructor(location: ValueLocation, message: string, { isAlreadyReported = false } = {}) {
    super(location, message)
    this.isAlreadyReported = isAlreadyReported
  }
}

/** A problem that a build has found, at a location that may lie within an element. */
export interface BuildProblem extends Problem, ValueLocation {
  /** True when the loader reports the same problem, or its cause. */
  isAlreadyReported?: true
  /** True for an `UndefinedValueError`. */
  isUndefinedValue?: true
}

/** Reports all problems that a build has found. */
export class GatewayBuildError extends Error {
  override name = 'GatewayBuildError'
  readonly problems: readonly BuildProblem[]

  constructor(problems: readonly BuildProblem[]) {
    super(problems.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`).join('\n'))
    this.problems = problems
  }
}

/** Runs parts of a build one by one, so that the first problem does not hide the others. */
export function openProblemCollector() {
  const problems: BuildProblem[] = []
  return {
    /** Returns the result of `build`; undefined, with its problems kept, for a `DocumentError` or `GatewayBuildError`. */
    try<T>(build: () => T): T | undefined {
      try {
        return build()
      } catch (error) {
        problems.push(...problemsOf(error))
        return undefined
      }
    },

    throwIfAny(): void {
      if (problems.length > 0) throw new GatewayBuildError(problems)
    },
  }
}

/** Returns the results of all parts. Throws a `GatewayBuildError` with the problems of all parts. */
export function buildAllParts<T extends readonly unknown[]>(...parts: { [K in keyof T]: () => T[K] }): T {
  const problems = openProblemCollector()
  const built = parts.map((build) => problems.try(build))
  problems.throwIfAny()
  return built as unknown as T
}

/** Returns the problems that an error of a build reports. Throws other errors. */
export function problemsOf(error: unknown): readonly BuildProblem[] {
  if (error instanceof GatewayBuildError) return error.problems
  if (!(error instanceof DocumentError)) throw error
  const problem: BuildProblem = { ...error.location, severity: 'error', message: error.message }
  if (error instanceof AlreadyReportedError) problem.isAlreadyReported = true
  if (error instanceof UndefinedValueError) {
    problem.isUndefinedValue = true
    if (error.isAlreadyReported) problem.isAlreadyReported = true
  }
  return [problem]
}
