/** Indents JSON without parsing numbers: large numbers and the spelling of strings stay as they were written. */

const step = '  '

/** Returns the JSON with one member per line, or undefined when the text is not JSON. */
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

/** Strings, empty objects and arrays, punctuation, white space, and everything else up to the next of these. */
const tokens = /"(?:[^"\\]|\\[\s\S]?)*"?|\{\s*\}|\[\s*\]|[{}[\],:]|\s+|[^\s"{}[\],:]+/g

/** The depth above which members are not indented any further. */
const maxDepth = 200

function lineAt(depth: number): string {
  return `\n${step.repeat(Math.min(depth, maxDepth))}`
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
