/** Recognises the few HTML tags without attributes that descriptions often contain; every other tag is text. */
import { type MarkedToken, marked, type Token } from 'marked'

const simpleElements = ['b', 'strong', 'i', 'em', 'code', 'sub', 'sup', 'p', 'ul', 'ol', 'li', 'br'] as const
type SimpleElementName = (typeof simpleElements)[number]

export type SimpleElement = { element: SimpleElementName; tokens: Token[] }

export function findSimpleElement(name: string): SimpleElementName {
  return simpleElements.find((each) => each === name) ?? 'em'
}

/** Replaces each pair of an opening and a closing simple tag by an element with the tokens between them. */
export function joinSimpleTags(tokens: readonly MarkedToken[]): (MarkedToken | SimpleElement)[] {
  const flat = tokens.flatMap(splitHtmlBlock)
  const joined: (MarkedToken | SimpleElement)[] = []
  for (let at = 0; at < flat.length; at++) {
    const token = flat[at] as MarkedToken
    const tag = readTag(token)
    if (tag?.name === 'br') joined.push({ element: 'br', tokens: [] })
    else if (!tag || tag.isClosing) joined.push(token)
    else {
      const end = findClosingTag(flat, at, tag.name)
      if (end < 0) joined.push(token)
      else joined.push({ element: tag.name, tokens: flat.slice(at + 1, end) })
      if (end >= 0) at = end
    }
  }
  return joined
}

/** Splits a block of HTML into its tags and the text between them. */
function splitHtmlBlock(token: MarkedToken): MarkedToken[] {
  if (token.type !== 'html' || !token.block) return [token]
  const inline = marked.Lexer.lexInline(token.text.trim(), { gfm: true }) as MarkedToken[]
  const hasSimple = inline.some((each) => readTag(each) !== undefined)
  return hasSimple ? inline : [token]
}

function findClosingTag(tokens: readonly MarkedToken[], from: number, name: string): number {
  let depth = 0
  for (let at = from; at < tokens.length; at++) {
    const tag = readTag(tokens[at] as MarkedToken)
    if (tag?.name !== name) continue
    depth += tag.isClosing ? -1 : 1
    if (depth === 0) return at
  }
  return -1
}

function readTag(token: MarkedToken): { name: SimpleElementName; isClosing: boolean } | undefined {
  if (token.type !== 'html') return undefined
  const [, closing, written = ''] = /^<(\/?)([a-z]+)\s*\/?>$/i.exec(token.raw.trim()) ?? []
  const name = simpleElements.find((each) => each === written.toLowerCase())
  return name && { name, isClosing: closing === '/' }
}
