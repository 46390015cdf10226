/**
 * What a word means, whatever its case. Peers spell their words in few ways: each spelling is looked up once.
 */

const mostSpellings = 1_000
const longestSpelling = 100 // characters

/** Finds out with `decide`, which is given the word in lower case, and remembers. */
export function bySpelling<Meaning>(decide: (lower: string) => Meaning): (text: string) => Meaning {
  const known = new Map<string, Meaning>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const meaning = decide(text.toLowerCase())
    if (known.size < mostSpellings && text.length < longestSpelling) known.set(copyOf(text), meaning)
    return meaning
  }
}

/** The text may be a slice of a whole head, which would stay in memory with it. */
function copyOf(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1')
}
