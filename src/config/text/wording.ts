/**
 * The end of a sentence about a name that stands for nothing: what was probably meant, or what there is.
 */
import { didYouMean } from '../../lib/output/suggest.ts'

const mostListed = 20
/** Comparing a word with more names than these, for each of as many mistakes, would take minutes. */
const mostCompared = 1000

/** ` - did you mean "x"?`, or ` - {there} a, b, c`, where `there` leads in to the names that would do. */
export function instead(word: string, known: readonly string[], there: string): string {
  const suggestion = known.length <= mostCompared ? didYouMean(word, known) : ''
  return suggestion || ` - ${there} ${listed(known)}`
}

/** `a, b, c`; `none` when there is nothing to list. */
export function listed(values: readonly unknown[]): string {
  if (values.length === 0) return 'none'
  const some = values.slice(0, mostListed).map((each) => (each === '' ? '""' : String(each)))
  return `${some.join(', ')}${values.length > mostListed ? ` and ${values.length - mostListed} more` : ''}`
}
