/**
 * header-control and parameter-control: which names pass, by regular expressions. One that is not anchored
 * (`^name$`) fits wherever it is found in a name.
 */
import type { Place } from '../../../config/types.ts'
import { DocumentError } from '../../document-error.ts'

export interface Control {
  type: 'blocklist' | 'allowlist' | 'blacklist' | 'whitelist'
  values: readonly string[]
}

/** Whether a name passes. Throws a `DocumentError` for what is not a regular expression. */
export function selector({ type, values }: Control, place: Place): (name: string) => boolean {
  const patterns = values.map((value) => compile(value, place))
  const listed = type === 'allowlist' || type === 'whitelist'
  return (name) => patterns.some((pattern) => pattern.test(name)) === listed
}

function compile(value: string, place: Place): RegExp {
  try {
    return new RegExp(value, 'i')
  } catch (error) {
    throw new DocumentError(place, `"${value}" is not a regular expression: ${(error as Error).message}`)
  }
}
