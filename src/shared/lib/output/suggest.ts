/** Finds the known word that is nearest to a misspelt one. */
import { closest, distance } from 'fastest-levenshtein'

/** The length of the longest word that is compared. The time grows with the word. */
const maxLength = 200

/** Returns the nearest of `words`, or undefined when none is near enough. */
export function findNearestWord(word: string, words: readonly string[]): string | undefined {
  if (words.length === 0 || word.length > maxLength) return undefined
  const lower = word.toLowerCase()
  const lowerWords = words.map((each) => each.toLowerCase())
  const best = closest(lower, lowerWords)
  const match = words.find((each) => each.toLowerCase() === best)
  return match && distance(lower, best) <= Math.max(1, Math.floor(word.length / 3)) ? match : undefined
}

/** Returns ` - did you mean "x"?`, or an empty text when no word is near enough. */
export function didYouMean(word: string, words: readonly string[]): string {
  const match = findNearestWord(word, words)
  return match ? ` - did you mean "${match}"?` : ''
}

/** Ends the text of an error about an unknown name: with the nearest of the known names, or with all of them. */
export function suggestName(name: string, known: readonly string[]): string {
  return didYouMean(name, known) || (known.length > 0 ? `; there are ${known.join(', ')}` : '; there is none')
}
