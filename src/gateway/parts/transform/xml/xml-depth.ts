/** The most levels of elements in a document, as in libxml2: readers of trees are recursive. */
export const maxXmlLevels = 256

const tokens = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(\/?)(?:[^<>"']|"[^"]*"|'[^']*')*?(\/?)>/g

/** Returns why a well-formed document is nested too deeply, with the line; or undefined. */
export function findXmlDepthFault(text: string): string | undefined {
  let level = 0
  for (const { 0: token, 1: end, 2: isEmpty, index } of text.matchAll(tokens)) {
    if (end === undefined) continue // a comment, text or instruction
    if (end === '/') level -= 1
    else if (level === maxXmlLevels) {
      const line = text.slice(0, index).split('\n').length
      return `line ${line}: ${token.slice(0, 50)} is nested too deeply; XML has at most ${maxXmlLevels} levels of elements`
    } else if (isEmpty === '') level += 1
  }
  return undefined
}
