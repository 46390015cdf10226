/** Other spellings of a name: letters of other cases and forms, which directories take for the same. RFC 4518. */
import { createRandom } from './random.ts'

/** The planes with compatibility forms of Latin letters. */
const ranges = [
  [0x41, 0xffff],
  [0x1d400, 0x1d7ff],
  [0x1f100, 0x1f1ff],
] as const

const variants = new Map<string, string[]>()
for (const [first, last] of ranges)
  for (let code = first; code <= last; code += 1) {
    const character = String.fromCodePoint(code)
    const letter = character.normalize('NFKD').toLowerCase()
    if (!/^[a-z]$/.test(letter)) continue
    const known = variants.get(letter) ?? []
    known.push(character)
    variants.set(letter, known)
  }

/** Returns that many random spellings of a name, none of them twice, the same for the same seed. */
export function createSpellings(name: string, count: number, seed: number): string[] {
  const random = createRandom(seed)
  const pick = (letter: string) => {
    const all = variants.get(letter) ?? [letter]
    return all[Math.floor(random() * all.length)]
  }
  const spellings = new Set<string>()
  while (spellings.size < count) spellings.add(Array.from(name, pick).join(''))
  return [...spellings]
}
