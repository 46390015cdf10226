/** Implements LIKE: `_` is one character and `%` any number. Time is at most the product of both lengths. */

type PatternPart = { readonly kind: 'one' | 'any' } | { readonly kind: 'text'; readonly character: string }

/** Returns a function that matches texts against the pattern. `literally` is the escape character. */
export function compileLike(pattern: string, literally: string | undefined): (text: string) => boolean {
  const parts = partsOf(pattern, literally)

  return (text) => {
    const characters = [...text]
    let at = 0
    let part = 0
    let any = -1 // the last `%`, and the next position to try after it
    let tried = 0
    while (at < characters.length) {
      const next = parts[part]
      if (next?.kind === 'any') {
        any = part++
        tried = at
      } else if (next?.kind === 'one' || (next?.kind === 'text' && next.character === characters[at])) {
        part++
        at++
      } else if (any >= 0) {
        part = any + 1
        at = ++tried
      } else return false
    }
    return parts.slice(part).every(({ kind }) => kind === 'any')
  }
}

function partsOf(pattern: string, literally: string | undefined): PatternPart[] {
  const parts: PatternPart[] = []
  const characters = [...pattern]
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] as string
    if (character === literally) parts.push({ kind: 'text', character: characters[++at] ?? literally })
    else if (character === '_') parts.push({ kind: 'one' })
    else if (character === '%') parts.push({ kind: 'any' })
    else parts.push({ kind: 'text', character })
  }
  return parts
}
