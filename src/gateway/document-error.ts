/**
 * Something in the documents that cannot be built. The loader's schemas cannot see it: it takes the meaning.
 */
import type { Place, Problem } from '../config/types.ts'

/** One element is wrong. */
export class DocumentError extends Error {
  override name = 'DocumentError'
  readonly place: Place

  constructor(place: Place, message: string) {
    super(message)
    this.place = place
  }
}

/** Everything that is wrong, found in one pass. */
export class GatewayBuildError extends Error {
  override name = 'GatewayBuildError'
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(
      problems.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`).join('\n'),
    )
    this.problems = problems
  }
}

/** Runs parts of a build one by one, so that the first problem does not hide the others. */
export function collectProblems(): { try<T>(build: () => T): T | undefined; throwIfAny(): void } {
  const problems: Problem[] = []
  return {
    try(build) {
      try {
        return build()
      } catch (error) {
        if (error instanceof GatewayBuildError) problems.push(...error.problems)
        else if (error instanceof DocumentError)
          problems.push({ ...error.place, severity: 'error', message: error.message })
        else throw error
        return undefined
      }
    },

    throwIfAny() {
      if (problems.length > 0) throw new GatewayBuildError(problems)
    },
  }
}
