/** Shows JSON with a colour for names, strings, numbers and words. Other text stays as it is. */
import { type ReactNode, useMemo } from 'react'

/** Every coloured token is an element of the page: longer texts have no colours. */
const maxColouredLength = 60_000

export function ColouredJson({ text }: { text: string }) {
  return useMemo(() => (/^\s*[[{]/.test(text) ? colour(text) : text), [text])
}

/** A string with the colon after it, a number, or a word. A string without an end reaches to the end of the text. */
const tokens = /("(?:[^"\\]|\\[\s\S]?)*"?)(:?)|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g

function colour(text: string): ReactNode {
  if (text.length > maxColouredLength) return text
  const shown: ReactNode[] = []
  let end = 0
  for (const { 0: whole, 1: string, 2: colon = '', index } of text.matchAll(tokens)) {
    const token = string ?? whole
    shown.push(
      text.slice(end, index),
      <span key={index} className={`json__${findTokenKind(token, colon)}`}>
        {token}
      </span>,
    )
    end = index + token.length
  }
  return [...shown, text.slice(end)]
}

function findTokenKind(token: string, colon: string): 'name' | 'string' | 'number' | 'word' {
  if (token.startsWith('"')) return colon === '' ? 'string' : 'name'
  return /^[a-z]/.test(token) ? 'word' : 'number'
}
