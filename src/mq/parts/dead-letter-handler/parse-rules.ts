/** Parses the rules table of the dead-letter queue handler: an optional entry of control data, then rules. */
import { didYouMean } from '../../../shared/lib/output/suggest.ts'
import { type Entry, type EntryKeyword, RulesError, readEntries } from './read-entries.ts'
import {
  type ControlData,
  controlDefaults,
  controlKeywords,
  maxNumber,
  type PatternKeyword,
  patternKeywords,
  type Rule,
  ruleKeywords,
  type ValueKind,
} from './rules-table.ts'

export type RulesTable = ReturnType<typeof parseRules>

/** Returns the table. Throws `RulesError` for the first error. */
export function parseRules(text: string) {
  const entries = readEntries(text)
  const [first, ...others] = entries
  const isControl = first?.keywords.some(({ name }) => name in controlKeywords) ?? false
  const control = isControl ? { ...controlDefaults, ...readValues(first as Entry, controlKeywords) } : controlDefaults
  const rules = (isControl ? others : entries).map(readRule)
  if (rules.length === 0) {
    const lines = text.split(/\r?\n/).length
    throw new RulesError(lines, 1, 'the table must contain at least one rule, such as ACTION(RETRY)')
  }
  return { control: control as ControlData, rules }
}

function readRule(entry: Entry): Rule {
  const values = readValues(entry, ruleKeywords)
  const { ACTION, FWDQ } = values as Partial<Rule>
  if (ACTION === undefined) throw new RulesError(entry.line, 1, 'the rule has no ACTION: DISCARD, IGNORE, RETRY or FWD')
  const onlyForward = entry.keywords.find(({ name }) => ['FWDQ', 'FWDQM', 'HEADER'].includes(name))
  if (ACTION === 'FWD' && FWDQ === undefined)
    throw new RulesError(entry.line, 1, 'ACTION(FWD) needs FWDQ, the queue to which the message goes')
  if (ACTION !== 'FWD' && onlyForward) {
    const { line, column, name } = onlyForward
    throw new RulesError(line, column, `${name} belongs to ACTION(FWD), and the action is ${ACTION}`)
  }
  const patterns = Object.entries(values).filter(([name, value]) => name in patternKeywords && value !== '*')
  return {
    FWDQ: '',
    FWDQM: '',
    HEADER: 'YES',
    PUTAUT: 'DEF',
    RETRY: 1,
    ...(values as Pick<Rule, 'ACTION'>),
    line: entry.line,
    patterns: new Map(patterns as [PatternKeyword, string | number][]),
  }
}

function readValues({ keywords }: Entry, kinds: Readonly<Record<string, ValueKind>>): Record<string, string | number> {
  const values: Record<string, string | number> = {}
  for (const keyword of keywords) {
    const { name, line, column } = keyword
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
    if (!kind) throw new RulesError(line, column, unknownKeyword(name, kinds))
    if (Object.hasOwn(values, name)) throw new RulesError(line, column, `${name} is given twice in this entry`)
    values[name] = readValue(keyword, kind)
  }
  return values
}

function unknownKeyword(name: string, kinds: Readonly<Record<string, ValueKind>>): string {
  if (kinds === ruleKeywords && name in controlKeywords)
    return `${name} is control data, which only the first entry of the table may contain`
  return `there is no keyword ${name}${didYouMean(name, Object.keys(kinds)) || `: the keywords are ${Object.keys(kinds).join(', ')}`}`
}

function readValue(keyword: EntryKeyword, kind: ValueKind): string | number {
  const { value, isQuoted } = keyword
  if (kind.type === 'text') {
    if (value.trim() === '' && !(kind.allowsBlank && isQuoted)) throw invalid(keyword, 'needs a value')
    if (value.length > kind.maxLength) throw invalid(keyword, `may have ${kind.maxLength} characters`)
    return value.trimEnd()
  }
  const accepted = isQuoted ? undefined : readWordOrNumber(value, kind)
  if (accepted !== undefined) return accepted
  throw invalid(keyword, describe(kind))
}

function readWordOrNumber(value: string, kind: Exclude<ValueKind, { type: 'text' }>): string | number | undefined {
  const word = value.toUpperCase()
  const number = /^\d{1,9}$/.test(value) ? Number(value) : undefined
  if (kind.type === 'word') return kind.words.includes(word) ? word : kind.orNumber ? number : undefined
  if (kind.allowsAny && value === '*') return '*'
  if (Object.hasOwn(kind.names, word)) return kind.names[word]
  return number !== undefined && number >= kind.min ? number : undefined
}

function describe(kind: Exclude<ValueKind, { type: 'text' }>): string {
  if (kind.type === 'word')
    return `must be ${kind.words.join(', ')}${kind.orNumber ? ` or a number of seconds from 0 to ${maxNumber}` : ''}`
  const [example] = Object.keys(kind.names)
  const others = [kind.allowsAny ? '*' : undefined, example ? `a name such as ${example}` : undefined]
  return ['must be', [`a number from ${kind.min} to ${maxNumber}`, ...others.filter(Boolean)].join(', ')].join(' ')
}

function invalid({ name, value, isQuoted, valueLine, valueColumn }: EntryKeyword, text: string): RulesError {
  const found = isQuoted ? `'${value}'` : `"${value}"`
  return new RulesError(valueLine, valueColumn, `${name} ${text}, found ${found}`)
}
