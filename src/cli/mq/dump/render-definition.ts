/** Renders definitions as MQSC commands: one attribute per line, or the whole command on one line. */
import type { AttributeDefinition, AttributeValue } from '../../../qm/index.ts'

export type Layout = 'lines' | 'oneLine'

/** Returns a command: its head, then its words. */
export function renderCommand(head: string, words: readonly string[], layout: Layout): string {
  return layout === 'oneLine' ? [head, ...words].join(' ') : [head, ...words].join(' +\n   ')
}

/** Returns `MAXDEPTH(5000)`, `DESCR('it''s')`, `NAMES('A','B')` or `NOSHARE`. */
export function renderWord({ keyword, value: type }: AttributeDefinition, value: AttributeValue): string {
  if (type.flag) return value === 'YES' ? keyword : `NO${keyword}`
  if (Array.isArray(value)) {
    const items = value.length === 0 ? [' '] : value
    return `${keyword}(${items.map((item) => renderText(String(item))).join(',')})`
  }
  const isWord = typeof value === 'number' || type.words?.includes(value as string)
  return `${keyword}(${isWord ? value : renderText(String(value))})`
}

/** Returns a text in quotes; a blank one is one blank. */
export function renderText(text: string): string {
  return `'${text === '' ? ' ' : text.replaceAll("'", "''")}'`
}
