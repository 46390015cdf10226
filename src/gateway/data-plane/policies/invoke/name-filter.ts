/** The filter of `header-control` and `parameter-control`: expressions that match any part unless anchored. */
import { compilePattern, type Pattern } from '../../../../shared/lib/patterns/compile-pattern.ts'
import { PatternTimeoutError } from '../../../../shared/lib/patterns/timed-expression.ts'
import { buildAllParts, DocumentError, locateWithin, type ValueLocation } from '../../errors/document-error.ts'
import type { InvokeSettings } from './settings.ts'

/** Returns whether names pass; those that cannot be tested in time do not. Throws a `GatewayBuildError`. */
export function compileNameFilter(
  { type, values }: NonNullable<InvokeSettings['header-control']>,
  location: ValueLocation,
): (name: string) => boolean {
  const patterns = buildAllParts<Pattern[]>(
    ...values.map((value, index) => () => compile(value, locateWithin(location, 'values', index))),
  )
  const listed = type === 'allowlist' || type === 'whitelist'
  return (name) => {
    try {
      return patterns.some((pattern) => pattern.test(name)) === listed
    } catch (error) {
      if (error instanceof PatternTimeoutError) return false
      throw error
    }
  }
}

function compile(value: string, location: ValueLocation): Pattern {
  try {
    return compilePattern(value, 'i')
  } catch (error) {
    throw new DocumentError(location, `"${value}" is not a regular expression: ${(error as Error).message}`)
  }
}
