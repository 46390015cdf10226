/** What a command takes, and how its words are read against that. */
import { isFault, mark, type ValueType } from '../objects/values.ts'
import type { AttributeValue } from '../types.ts'
import { type Door, shorten } from './command-form.ts'
import { type Entry, keywordsOf } from './keywords.ts'
import { Refused } from './messages.ts'
import type { Word } from './parser.ts'
import { type Condition, type Filterable, readCondition } from './where.ts'

/** A keyword with a value, or a flag. */
export interface Argument {
  readonly keyword: string
  readonly synonyms?: readonly string[]
  readonly value: ValueType
  /** The command cannot do without it. */
  readonly required?: boolean
  /** May be given more than once in text: the values make one list. */
  readonly repeats?: boolean
  /** Not part of the JSON form. */
  readonly textOnly?: boolean
}

/** An attribute that DISPLAY may be asked for, or a keyword that stands for a group of them. */
export interface DisplayColumn extends Filterable {
  readonly group?: readonly string[]
}

export interface Grammar {
  /** What stands in the parentheses after the object keyword. */
  readonly name: 'required' | 'optional' | 'none'
  readonly nameValue?: ValueType
  readonly arguments: readonly Argument[]
  /** The keyword that must come before all others in text, because it decides about them. */
  readonly leading?: string
  /** The attributes that DISPLAY may be asked for. */
  readonly columns?: readonly DisplayColumn[]
}

/** The words of one command, sorted. */
export interface Reading {
  readonly name: string | undefined
  readonly given: ReadonlyMap<string, AttributeValue>
  /** Attributes asked for, in upper case and without synonyms. */
  readonly requested: ReadonlySet<string>
  readonly all: boolean
  readonly where: Condition | undefined
}

/** Reads the words after the verb; the first of them is the object keyword with the name. */
export function read(grammar: Grammar, words: readonly Word[], door: Door): Reading {
  const given = new Map<string, AttributeValue>()
  const requested = new Set<string>()
  const seen = new Set<string>()
  let where: Condition | undefined
  const [subject, ...rest] = words as [Word, ...Word[]]
  const name = readName(grammar, subject, door)
  const keywords = keywordsOf(grammar)

  for (const word of joined(rest, keywords)) {
    const entry = keywords.get(word.keyword)
    if (!entry || !belongsTo(door, entry)) {
      const known = [...keywords].filter(([, each]) => belongsTo(door, each)).map(([keyword]) => keyword)
      throw door.unknownKeyword(word, known)
    }
    const use = word.values ? `${entry.keyword}()` : entry.keyword // a filter and a wish for the same attribute may meet
    if (seen.has(use)) throw new Refused('AMQ8411E', entry.keyword)
    if (grammar.leading && door.form === 'text' && !mayPrecede(entry.keyword, grammar.leading, seen)) {
      throw door.malformed(word, grammar.leading)
    }
    seen.add(use)

    if (entry.keyword === 'WHERE') {
      where = readCondition(word, grammar.columns?.filter(({ group }) => !group) ?? [], door)
    } else if (entry.argument && (word.values || entry.argument.value.flag)) {
      const value = readValue(entry.argument, word, door)
      given.set(entry.keyword, entry.negated ? opposite(value) : value)
    } else if (entry.column && !word.values) {
      requested.add(entry.keyword)
    } else if (entry.group && door.form === 'json') {
      if (readValue({ keyword: entry.keyword, value: mark }, word, door) === 'YES')
        requested.add(entry.keyword)
    } else {
      throw door.malformed(word, entry.argument?.value.takes ?? 'no value')
    }
  }
  const missing = grammar.arguments.find(({ keyword, required }) => required && !given.has(keyword))
  if (missing) throw new Refused('AMQ8422E', missing.keyword)
  return { name, given, requested, all: given.get('ALL') === 'YES', where }
}

/** The words of a keyword that may come several times as one word, where the first of them stands. */
function joined(words: readonly Word[], keywords: ReadonlyMap<string, Entry>): readonly Word[] {
  const first = new Map<string, { values: string[] }>()
  return words.flatMap((word) => {
    const { argument } = keywords.get(word.keyword) ?? {}
    if (!argument?.repeats || !word.values) return word

    const before = first.get(argument.keyword)
    if (before) {
      before.values.push(...word.values)
      return []
    }
    const whole = { ...word, values: [...word.values] }
    first.set(argument.keyword, whole)
    return whole
  })
}

/** One value, or a refusal that says what the keyword takes. */
export function readValue(argument: Argument, word: Word, door: Door): AttributeValue {
  const { value, keyword } = argument
  if (value.flag && !word.values) return 'YES'
  if (value.flag && door.form === 'text') throw door.malformed(word, 'no value')

  const values = word.values ?? []
  const result = value.read(values)
  if (!isFault(result)) return result

  const story = `${keyword} takes ${value.takes}, not ${shorten(values.join(', '))}`
  switch (result.fault) {
    case 'syntax':
      throw door.malformed(word, value.takes)
    case 'range':
      throw new Refused('AMQ8412E', story)
    case 'length':
      throw new Refused('AMQ8413E', story)
    case 'name':
      throw new Refused('AMQ8424E', story)
    case 'value':
      throw new Refused('AMQ8403E', story)
  }
}

function belongsTo(door: Door, { argument }: { argument?: Argument | undefined }): boolean {
  return !argument?.textOnly || door.form === 'text'
}

/** Only REPLACE may stand before a leading keyword. */
function mayPrecede(keyword: string, leading: string, seen: ReadonlySet<string>): boolean {
  return keyword === leading || keyword === 'REPLACE' || seen.has(`${leading}()`)
}

function readName(grammar: Grammar, subject: Word, door: Door): string | undefined {
  if (!subject.values) {
    const every = grammar.columns && door.form === 'json' // JSON leaves the name out for everything there is
    if (grammar.name === 'required' && !every) throw door.malformed(subject, 'a name')
    return undefined
  }
  if (grammar.name === 'none' || !grammar.nameValue) throw door.malformed(subject, 'no name')

  const value = readValue({ keyword: subject.keyword, value: grammar.nameValue }, subject, door)
  if (value === '') throw new Refused('AMQ8424E', `${subject.keyword} needs a name`)
  return String(value)
}

function opposite(value: AttributeValue): AttributeValue {
  return value === 'YES' ? 'NO' : 'YES'
}
