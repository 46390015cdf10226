/**
 * What a word means, whatever its case. Peers spell their words in few ways: each spelling is looked up once.
 */

const maxSpellings = 1_000
const maxSpellingLength = 100 // characters

/** Finds out with `decide`, which is given the word in lower case, and remembers. */
export function cacheBySpelling<Meaning>(decide: (lower: string) => Meaning): (text: string) => Meaning {
  const known = new Map<string, Meaning>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const meaning = decide(text.toLowerCase())
    if (known.size < maxSpellings && text.length < maxSpellingLength) known.set(copyOf(text), meaning)
    return meaning
  }
}

/** The text may be a slice of a whole head, which would stay in memory with it. */
function copyOf(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1')
}
