/**
 * The filter of `header-control` and `parameter-control`: regular expressions decide which names pass. An
 * expression without anchors (`^name$`) matches any part of a name.
 */
import {
  buildAllParts,
  DocumentError,
  locateWithin,
  type ValueLocation,
} from '../../errors/document-error.ts'

export interface NameFilterSettings {
  type: 'blocklist' | 'allowlist' | 'blacklist' | 'whitelist'
  values: readonly string[]
}

/**
 * Returns a function that decides whether a name passes. Throws a `GatewayBuildError` for values that are not
 * regular expressions.
 */
export function compileNameFilter(
  { type, values }: NameFilterSettings,
  location: ValueLocation,
): (name: string) => boolean {
  const patterns = buildAllParts<RegExp[]>(
    ...values.map((value, index) => () => compile(value, locateWithin(location, 'values', index))),
  )
  const listed = type === 'allowlist' || type === 'whitelist'
  return (name) => patterns.some((pattern) => pattern.test(name)) === listed
}

function compile(value: string, location: ValueLocation): RegExp {
  try {
    return new RegExp(value, 'i')
  } catch (error) {
    throw new DocumentError(location, `"${value}" is not a regular expression: ${(error as Error).message}`)
  }
}
