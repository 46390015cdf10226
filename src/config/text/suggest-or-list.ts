/**
 * The end of a sentence about a name that stands for nothing: what was probably meant, or what there is.
 */
import { didYouMean } from '../../lib/output/suggest.ts'

const maxListedValues = 20
/** Comparing a word with more names than these, for each of as many mistakes, would take minutes. */
const maxComparedNames = 1000

/** ` - did you mean "x"?`, or ` - {there} a, b, c`, where `there` leads in to the names that would do. */
export function suggestOrList(word: string, known: readonly string[], there: string): string {
  const suggestion = known.length <= maxComparedNames ? didYouMean(word, known) : ''
  return suggestion || ` - ${there} ${renderList(known)}`
}

/** `a, b, c`; `none` when there is nothing to list. */
export function renderList(values: readonly unknown[]): string {
  if (values.length === 0) return 'none'
  const some = values.slice(0, maxListedValues).map((each) => (each === '' ? '""' : String(each)))
  return `${some.join(', ')}${values.length > maxListedValues ? ` and ${values.length - maxListedValues} more` : ''}`
}
