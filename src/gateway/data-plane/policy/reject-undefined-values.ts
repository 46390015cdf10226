/** Builds a step that rejects calls where a step cannot be built, because nothing defines a value that it needs. */
import type { Api } from '../../config/types/index.ts'
import { renderUndefinedValue } from '../../lib/output/render-problem.ts'
import type { Call } from '../call/call.ts'
import { type BuildProblem, problemsOf } from '../errors/document-error.ts'
import { GatewayError } from '../errors/gateway-errors.ts'

export interface UndefinedValueDeps {
  api: Pick<Api, 'toleratesUndefinedValues'>
  /** Receives a warning for each value that is not defined. */
  warn(problem: BuildProblem): void
}

/** A step or a security check that rejects every call. */
type Rejection = (call: Pick<Call, 'outcome'>) => GatewayError

/** Returns the result of `build`; a step that rejects with 500 for undefined values, if tolerated. Throws others. */
export function rejectUndefinedValues<T>(build: () => T, { api, warn }: UndefinedValueDeps): T | Rejection {
  try {
    return build()
  } catch (error) {
    const problems = problemsOf(error)
    const [first] = problems
    if (!first || !api.toleratesUndefinedValues || !problems.every((each) => each.isUndefinedValue)) throw error
    for (const problem of problems) {
      warn({ ...problem, severity: 'warning', message: renderUndefinedValue(problem.message), effect: 'cannot' })
    }
    const { file, line, column } = first
    const rejection = new GatewayError('value_undefined', { location: { file, line, column } })
    const detail = problems.map(({ message }) => message).join('; ')
    return (call) => {
      call.outcome.detail = detail
      return rejection
    }
  }
}
