/** JSON with each member in a line of its own. Numbers and names stay as they were written, whatever their size. */

const step = '  '

/** Undefined when the text is no JSON. */
export function indentJson(text: string): string | undefined {
  if (!isJson(text)) return undefined
  let depth = 0
  let shown = ''
  for (const [token] of text.matchAll(tokens)) {
    if (token === '{' || token === '[') shown += token + lineAt(++depth)
    else if (token === '}' || token === ']') shown += lineAt(--depth) + token
    else if (token === ',') shown += token + lineAt(depth)
    else if (token === ':') shown += ': '
    else if (token.trim() !== '') shown += isEmpty(token) ? token.replace(/\s/g, '') : token
  }
  return shown
}

/** Strings, empty objects and lists, brackets and marks, blanks, and everything else up to the next of these. */
const tokens = /"(?:[^"\\]|\\.)*"|\{\s*\}|\[\s*\]|[{}[\],:]|\s+|[^\s"{}[\],:]+/g

/** Deeper members would be indented by more than they hold. */
const deepest = 200

function lineAt(depth: number): string {
  return `\n${step.repeat(Math.min(depth, deepest))}`
}

function isEmpty(token: string): boolean {
  return token.startsWith('{') || token.startsWith('[')
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
