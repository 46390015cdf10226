/** The most levels of elements in a document, as in libxml2: readers of trees are recursive. */
export const maxXmlLevels = 256

/** The beginning and the end of what is skipped whole: comments, texts, instructions. */
const skipped = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

/** Returns why a well-formed document is nested too deeply, with the line; or undefined. Each character is read once. */
export function findXmlDepthFault(text: string): string | undefined {
  let level = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const [begin, end] = skipped.find(([first]) => text.startsWith(first, at)) ?? []
    const after = end === undefined ? findEndOfTag(text, at) : text.indexOf(end, at + begin.length) + 1
    if (after <= 0) return undefined // the check that it is well-formed reports it
    if (text[at + 1] === '/') level -= 1
    else if (end === undefined && level === maxXmlLevels) {
      const line = text.slice(0, at).split('\n').length
      const found = `line ${line}: ${text.slice(at, at + 50)}`
      return `${found} is nested too deeply; XML has at most ${maxXmlLevels} levels of elements`
    } else if (end === undefined && text[after - 2] !== '/') level += 1
    at = after
  }
  return undefined
}

/** Returns the index after the `>` of a tag, which its attributes may contain in quotes; 0 without one. */
function findEndOfTag(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at]
    if (character === '>') return at + 1
    if (character !== '"' && character !== "'") continue
    at = text.indexOf(character, at + 1)
    if (at < 0) return 0
  }
  return 0
}
