/**
 * What a command takes, and how its words are read against that.
 *
 * The two doors differ only in how they say no: text is answered with a message about the segment where reading
 * stopped, JSON that names a keyword which the command does not have is not a command at all.
 */
import { didYouMean } from '../../lib/suggest.ts'
import { isFault, mark, type ValueType } from '../objects/values.ts'
import { type AttributeValue, CommandMalformed } from '../types.ts'
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
  /** Not part of the JSON form. */
  readonly textOnly?: boolean
}

export interface Grammar {
  /** What stands in the parentheses after the object keyword. */
  readonly name: 'required' | 'optional' | 'none'
  readonly nameValue?: ValueType
  readonly arguments: readonly Argument[]
  /** The keyword that must come before all others in text, because it decides about them. */
  readonly leading?: string
  /** The attributes that DISPLAY may be asked for. */
  readonly columns?: readonly Filterable[]
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

/** How the door through which a command came says no. */
export interface Door {
  readonly form: 'text' | 'json'
  unknownKeyword(word: Word, known: readonly string[]): Error
  /** A word that is known but not written as it must be. */
  malformed(word: Word, takes: string): Error
}

/** Reads the words after the verb; the first of them is the object keyword with the name. */
export function read(grammar: Grammar, words: readonly Word[], door: Door): Reading {
  const given = new Map<string, AttributeValue>()
  const requested = new Set<string>()
  const seen = new Set<string>()
  let where: Condition | undefined
  const [subject, ...rest] = words as [Word, ...Word[]]
  const name = readName(grammar, subject, door)
  const index = indexOf(grammar)

  for (const word of rest) {
    const entry = index.get(word.keyword)
    if (!entry || (entry.argument?.textOnly && door.form === 'json')) {
      throw door.unknownKeyword(word, [...index.keys()])
    }
    const use = word.values ? `${entry.keyword}()` : entry.keyword // a filter and a wish for the same attribute may meet
    if (seen.has(use)) throw new Refused('AMQ8411E', entry.keyword)
    if (grammar.leading && door.form === 'text' && !mayPrecede(entry.keyword, grammar.leading, seen)) {
      throw door.malformed(word, grammar.leading)
    }
    seen.add(use)

    if (entry.keyword === 'WHERE') {
      where = readCondition(word, grammar.columns ?? [], door)
    } else if (entry.argument && (word.values || entry.argument.value.flag)) {
      const value = readValue(entry.argument, word, door)
      given.set(entry.keyword, entry.negated ? opposite(value) : value)
    } else if (entry.column && !word.values) {
      requested.add(entry.keyword)
    } else {
      throw door.malformed(word, entry.argument?.value.takes ?? 'no value')
    }
  }
  const missing = grammar.arguments.find(({ keyword, required }) => required && !given.has(keyword))
  if (missing) throw new Refused('AMQ8422E', missing.keyword)
  return { name, given, requested, all: given.get('ALL') === 'YES', where }
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

interface Entry {
  keyword: string
  negated?: true
  argument?: Argument
  column?: true
}

const indexes = new WeakMap<Grammar, ReadonlyMap<string, Entry>>()

/** Every spelling that the grammar knows; built once per grammar. */
function indexOf(grammar: Grammar): ReadonlyMap<string, Entry> {
  const known = indexes.get(grammar)
  if (known) return known

  const index = new Map<string, Entry>()
  if (grammar.columns) {
    for (const { keyword, synonyms = [] } of grammar.columns) {
      for (const spelling of [keyword, ...synonyms]) index.set(spelling, { keyword, column: true })
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
  indexes.set(grammar, index)
  return index
}

function opposite(value: AttributeValue): AttributeValue {
  return value === 'YES' ? 'NO' : 'YES'
}

/** Says no to text: the message, and the command up to where it could not be followed. */
export function textDoor(text: string): Door {
  const refuse = (word: Word) => syntaxError(text, word.end)
  return { form: 'text', unknownKeyword: refuse, malformed: refuse }
}

export function syntaxError(text: string, end: number): Refused {
  return new Refused('AMQ8405I', undefined, { lines: [text.slice(0, end)] })
}

/** Says no to JSON. */
export function jsonDoor(verb: string, qualifier: string): Door {
  return {
    form: 'json',
    unknownKeyword: ({ keyword }, known) =>
      new CommandMalformed(
        'attribute',
        `'${shorten(keyword)}' is not an attribute of ${verb} ${qualifier}${didYouMean(shorten(keyword), known)}`,
      ),
    malformed: ({ keyword }, takes) => new CommandMalformed('attribute', `${keyword} takes ${takes}`),
  }
}

/** Long input is not sent back whole inside a sentence. */
function shorten(text: string): string {
  return text.length > 64 ? `${text.slice(0, 64)}…` : text
}
