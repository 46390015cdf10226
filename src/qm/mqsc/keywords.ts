/** Every spelling that the grammar of a command knows, and what it stands for. */
import { mark } from '../objects/values.ts'
import type { Argument, Grammar } from './grammar.ts'

export interface Entry {
  /** Without synonyms. */
  keyword: string
  argument?: Argument
  /** The second word of a pair: `NOSHARE`. */
  negated?: true
  /** DISPLAY may be asked for it. */
  column?: true
  /** The keyword asks for several attributes and has no value of its own: JSON may give it as `"yes"`. */
  group?: true
}

const known = new WeakMap<Grammar, ReadonlyMap<string, Entry>>()

/** Built once per grammar. */
export function keywordsOf(grammar: Grammar): ReadonlyMap<string, Entry> {
  const before = known.get(grammar)
  if (before) return before

  const index = new Map<string, Entry>()
  if (grammar.columns) {
    for (const { keyword, synonyms = [], group } of grammar.columns) {
      const entry: Entry = { keyword, column: true, ...(group && { group: true }) }
      for (const spelling of [keyword, ...synonyms]) index.set(spelling, entry)
    }
    index.set('ALL', { keyword: 'ALL', argument: { keyword: 'ALL', value: mark } })
    index.set('WHERE', { keyword: 'WHERE' })
  }
  for (const argument of grammar.arguments) {
    const { keyword, synonyms = [], value } = argument
    for (const spelling of [keyword, ...synonyms]) {
      index.set(spelling, { ...index.get(spelling), keyword, argument })
    }
    if (value.flag === 'pair') index.set(`NO${keyword}`, { keyword, argument, negated: true })
  }
  known.set(grammar, index)
  return index
}
