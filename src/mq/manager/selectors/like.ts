/** Implements LIKE: `_` is one character and `%` any number. A step tests 32 characters of the pattern at once (Shift-And). */
import { getOrCreate } from '../../../shared/lib/collections/get-or-create.ts'

/** Returns a function that matches texts against the pattern. `literally` is the escape character. */
export function compileLike(pattern: string, literally: string | undefined): (text: string) => boolean {
  const { places, singles, repeats, length } = parsePattern([...pattern], literally)
  const words = (length >> 5) + 1
  const [single, repeat, start] = [setBits(words, singles), setBits(words, repeats), setBits(words, [0])]
  const kept = new Map<string, Uint32Array>()

  return (text) => {
    const masks = words > 8 ? new Map<string, Uint32Array>() : kept // those of long patterns take much memory
    const states = start.slice() // bit n: the text so far matches the first n characters of the pattern
    for (const character of text) {
      const found = places.get(character)
      const mask = found ? getOrCreate(masks, character, () => setBits(words, found, single)) : single
      let carry = 0
      for (let word = 0; word < words; word++) {
        const state = states[word] as number
        const matched = state & (mask[word] as number)
        states[word] = (matched << 1) | carry | (state & (repeat[word] as number))
        carry = matched >>> 31
      }
    }
    return (((states[length >> 5] as number) >>> (length & 31)) & 1) === 1
  }
}

/** Returns the places of each character and of `_`, and those before which `%` stands, which has no place itself. */
function parsePattern(characters: readonly string[], literally: string | undefined) {
  const places = new Map<string, number[]>()
  const [singles, repeats]: [number[], number[]] = [[], []]
  let length = 0
  for (let at = 0; at < characters.length; at++) {
    const isEscaped = characters[at] === literally
    const character = (isEscaped ? (characters[++at] ?? literally) : characters[at]) as string
    if (!isEscaped && character === '%') repeats.push(length)
    else (!isEscaped && character === '_' ? singles : getOrCreate(places, character, () => [])).push(length++)
  }
  return { places, singles, repeats, length }
}

/** Returns the words of `other` with these bits set. */
function setBits(words: number, bits: readonly number[], other?: Uint32Array): Uint32Array {
  const set = other?.slice() ?? new Uint32Array(words)
  for (const bit of bits) set[bit >> 5] = (set[bit >> 5] as number) | (1 << (bit & 31))
  return set
}
