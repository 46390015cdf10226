/** Ends an error text about an unknown name with a suggestion or the list of known names. */
import { didYouMean } from '../../../shared/lib/output/suggest.ts'

const maxListedValues = 20
/** The most names that are compared: with more, many unknown names would take minutes. */
const maxComparedNames = 1000

/** Returns ` - did you mean "x"?`, or ` - {there} a, b, c`, where `there` introduces the known names. */
export function suggestOrList(word: string, known: readonly string[], there: string): string {
  const suggestion = known.length <= maxComparedNames ? didYouMean(word, known) : ''
  return suggestion || ` - ${there} ${renderList(known)}`
}

/** Renders `a, b, c`, or `none` for an empty list. */
export function renderList(values: readonly unknown[]): string {
  if (values.length === 0) return 'none'
  const some = values.slice(0, maxListedValues).map((each) => (each === '' ? '""' : String(each)))
  return `${some.join(', ')}${values.length > maxListedValues ? ` and ${values.length - maxListedValues} more` : ''}`
}
