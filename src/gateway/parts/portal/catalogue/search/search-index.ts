/** A full-text index of the catalogue: entries with all words, or beginnings of them, ranked by their fields. */

/** The text of an entry by field. */
export interface SearchFields {
  /** The title or the name. */
  title: string
  /** Names, paths, tags. */
  keywords: string
  /** A description. */
  text: string
}

export interface SearchIndex<T> {
  /** Returns the matching entries, the best first. */
  find(query: string, accepts: (entry: T) => boolean, max: number): T[]
}

const fieldWeights: readonly (readonly [keyof SearchFields, number])[] = [
  ['title', 8],
  ['keywords', 4],
  ['text', 1],
]
/** A whole word counts more than the beginning of a longer one. */
const wholeWordFactor = 2
const maxQueryWords = 10
const maxWordLength = 40
/** Longer descriptions are indexed up to here. */
const maxTextCharacters = 20_000

export function buildSearchIndex<T>(entries: readonly (readonly [entry: T, fields: SearchFields])[]): SearchIndex<T> {
  const weightsByWord = new Map<string, Map<number, number>>()
  for (const [at, [, fields]] of entries.entries()) {
    for (const [field, weight] of fieldWeights) {
      for (const word of new Set(splitWords(fields[field]))) {
        const weights = weightsByWord.get(word) ?? new Map<number, number>()
        weights.set(at, Math.max(weights.get(at) ?? 0, weight))
        weightsByWord.set(word, weights)
      }
    }
  }
  const words = [...weightsByWord.keys()].sort()

  return {
    find(query, accepts, max) {
      const wanted = [...new Set(splitWords(query))].slice(0, maxQueryWords)
      if (wanted.length === 0) return []
      const scores = wanted.map(scoreWord)
      const [first = new Map<number, number>(), ...others] = scores
      return [...first.keys()]
        .filter((at) => others.every((each) => each.has(at)))
        .map((at) => ({ at, score: scores.reduce((sum, each) => sum + (each.get(at) ?? 0), 0) }))
        .sort((a, b) => b.score - a.score || a.at - b.at)
        .flatMap(({ at }) => entries[at]?.[0] ?? [])
        .filter(accepts)
        .slice(0, max)
    },
  }

  /** Returns the entries with a word that begins with `word`, with their scores. */
  function scoreWord(word: string): Map<number, number> {
    const scores = new Map<number, number>()
    for (let next = findFirst(words, word); words[next]?.startsWith(word); next++) {
      const found = words[next] as string
      const factor = found === word ? wholeWordFactor : 1
      for (const [at, weight] of weightsByWord.get(found) ?? [])
        scores.set(at, Math.max(scores.get(at) ?? 0, weight * factor))
    }
    return scores
  }
}

/** Splits text into lower-case words without accents. `customerId` counts as `customerid`, `customer` and `id`. */
function splitWords(text: string): string[] {
  const plain = text.slice(0, maxTextCharacters).normalize('NFKD').replace(/\p{M}/gu, '')
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((word) => {
    const parts = word.split(/(?<=\p{Ll})(?=\p{Lu})/u)
    return [...new Set([word, ...parts])].map((each) => each.toLowerCase().slice(0, maxWordLength))
  })
}

/** Returns the index of the first word that is not below `word`, in a sorted list. */
function findFirst(words: readonly string[], word: string): number {
  let low = 0
  let high = words.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[middle] as string) < word) low = middle + 1
    else high = middle
  }
  return low
}
