/** Indexes every spelling of every keyword of a grammar. */
import { singleFlagType } from '../../objects/definitions/attribute-types.ts'
import type { ArgumentSpec, CommandGrammar } from './grammar.ts'

export interface KeywordEntry {
  /** The keyword without synonyms. */
  keyword: string
  argument?: ArgumentSpec
  /** True for the second keyword of a pair, which means "no": `NOSHARE`. */
  negated?: true
  /** DISPLAY can request it. */
  column?: true
  /** The keyword requests several attributes and has no value; JSON may give it as `"yes"`. */
  group?: true
}

const known = new WeakMap<CommandGrammar, ReadonlyMap<string, KeywordEntry>>()

/** Returns the index of a grammar, which is built once. */
export function indexKeywords(grammar: CommandGrammar): ReadonlyMap<string, KeywordEntry> {
  const before = known.get(grammar)
  if (before) return before

  const index = new Map<string, KeywordEntry>()
  if (grammar.columns) {
    for (const { keyword, synonyms = [], group } of grammar.columns) {
      const entry: KeywordEntry = { keyword, column: true, ...(group && { group: true }) }
      for (const spelling of [keyword, ...synonyms]) index.set(spelling, entry)
    }
    index.set('ALL', { keyword: 'ALL', argument: { keyword: 'ALL', value: singleFlagType } })
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
