/** Caches a case-insensitive lookup by exact spelling: peers use few, so each is converted once. */

const maxSpellings = 1_000
const maxSpellingLength = 100 // characters

/** Returns a function that calls `decide` with the word in lower case and as spelled, and caches the result by the spelling. */
export function cacheBySpelling<Meaning>(
  decide: (lower: string, spelling: string) => Meaning,
): (text: string) => Meaning {
  const known = new Map<string, Meaning>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const spelling = copyText(text)
    const meaning = decide(spelling.toLowerCase(), spelling) // of the copy: V8 returns a text in lower case itself
    if (known.size < maxSpellings && text.length < maxSpellingLength) known.set(spelling, meaning)
    return meaning
  }
}

/** Copies a latin1 text, because a slice of a head keeps the whole head in memory. */
export function copyText(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1')
}
