/**
 * header-control and parameter-control: which names pass, by regular expressions. One that is not anchored
 * (`^name$`) fits wherever it is found in a name.
 */
import { buildAll, DocumentError, type ValuePlace, within } from '../../call/document-error.ts'

export interface Control {
  type: 'blocklist' | 'allowlist' | 'blacklist' | 'whitelist'
  values: readonly string[]
}

/** Whether a name passes. Throws a `GatewayBuildError` for values that are not regular expressions. */
export function selector({ type, values }: Control, place: ValuePlace): (name: string) => boolean {
  const patterns = buildAll<RegExp[]>(
    ...values.map((value, index) => () => compile(value, within(place, 'values', index))),
  )
  const listed = type === 'allowlist' || type === 'whitelist'
  return (name) => patterns.some((pattern) => pattern.test(name)) === listed
}

function compile(value: string, place: ValuePlace): RegExp {
  try {
    return new RegExp(value, 'i')
  } catch (error) {
    throw new DocumentError(place, `"${value}" is not a regular expression: ${(error as Error).message}`)
  }
}
