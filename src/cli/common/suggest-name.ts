import { didYouMean } from '../../lib/output/suggest.ts'

/** Ends the text of an error about an unknown name: with the nearest of the known names, or with all of them. */
export function suggestName(name: string, known: readonly string[]): string {
  return didYouMean(name, known) || (known.length > 0 ? `; there are ${known.join(', ')}` : '; there is none')
}
