/** The grammar of a command, and the parser that checks words against it. */
import { type AttributeType, isInvalidValue, singleFlagType } from '../../objects/definitions/attribute-types.ts'
import type { AttributeValue } from '../../types/connection.ts'
import { type CommandForm, truncate } from './command-form.ts'
import { CommandError } from './messages.ts'
import type { CommandWord } from './parser.ts'
import { type FilterableAttribute, parseCondition, type WhereCondition } from './where.ts'

/** A keyword with a value, or a keyword without one (a flag). */
export interface ArgumentSpec extends FilterableAttribute {
  /** The command is rejected without this argument. */
  readonly required?: boolean
  /** The keyword may be repeated in text; its values form one list. */
  readonly repeats?: boolean
  /** The argument exists in the text form only. */
  readonly textOnly?: boolean
}

/** An attribute that DISPLAY can request, or a keyword that stands for a group of attributes. */
export interface DisplayColumn extends FilterableAttribute {
  readonly group?: readonly string[]
}

export interface CommandGrammar {
  /** Whether the object keyword takes a name in parentheses. */
  readonly name: 'required' | 'optional' | 'none'
  readonly nameValue?: AttributeType
  readonly arguments: readonly ArgumentSpec[]
  /** A keyword that must come first in text, because it decides which other keywords are allowed. */
  readonly leading?: string | undefined
  /** The attributes that DISPLAY can request. */
  readonly columns?: readonly DisplayColumn[]
}

/** The arguments of one command after parsing. */
export interface ParsedArguments {
  readonly name: string | undefined
  readonly given: ReadonlyMap<string, AttributeValue>
  /** The requested attributes, in upper case and with synonyms replaced. */
  readonly requested: ReadonlySet<string>
  readonly all: boolean
  readonly where: WhereCondition | undefined
}

/** Parses the words after the verb, the object keyword with the name first. Throws the syntax error. */
export function parseArguments(
  grammar: CommandGrammar,
  words: readonly CommandWord[],
  door: CommandForm,
): ParsedArguments {
  const given = new Map<string, AttributeValue>()
  const requested = new Set<string>()
  const seen = new Set<string>()
  let where: WhereCondition | undefined
  const [subject, ...rest] = words as [CommandWord, ...CommandWord[]]
  const name = readName(grammar, subject, door)
  const keywords = indexKeywords(grammar)

  for (const word of joined(rest, keywords)) {
    const entry = keywords.get(word.keyword)
    if (!entry || !belongsTo(door, entry)) {
      const known = [...keywords].filter(([, each]) => belongsTo(door, each)).map(([keyword]) => keyword)
      throw door.unknownKeyword(word, known)
    }
    const use = word.values ? `${entry.keyword}()` : entry.keyword // a condition and a request for the same attribute may both be given
    if (seen.has(use)) throw new CommandError('AMQ8411E', entry.keyword)
    if (grammar.leading && door.form === 'text' && !mayPrecede(entry.keyword, grammar.leading, seen))
      throw door.malformed(word, grammar.leading)
    seen.add(use)

    if (entry.keyword === 'WHERE') {
      where = parseCondition(word, grammar.columns?.filter(({ group }) => !group) ?? [], door)
    } else if (entry.argument && (word.values || entry.argument.value.flag)) {
      const value = parseArgumentValue(entry.argument, word, door)
      given.set(entry.keyword, entry.negated ? (value === 'YES' ? 'NO' : 'YES') : value)
    } else if (entry.column && !word.values) {
      requested.add(entry.keyword)
    } else if (entry.group && door.form === 'json') {
      if (parseArgumentValue({ keyword: entry.keyword, value: singleFlagType }, word, door) === 'YES')
        requested.add(entry.keyword)
    } else {
      throw door.malformed(word, entry.argument?.value.description ?? 'no value')
    }
  }
  const missing = grammar.arguments.find(({ keyword, required }) => required && !given.has(keyword))
  if (missing) throw new CommandError('AMQ8422E', missing.keyword)
  return { name, given, requested, all: given.get('ALL') === 'YES', where }
}

/** Joins the repetitions of a keyword into one word at the position of the first. */
function joined(words: readonly CommandWord[], keywords: ReadonlyMap<string, KeywordEntry>): readonly CommandWord[] {
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

/** Parses one value. Throws the syntax error of the form, which names the accepted values. */
function parseArgumentValue(argument: ArgumentSpec, word: CommandWord, door: CommandForm): AttributeValue {
  const { value, keyword } = argument
  if (value.flag && !word.values) return 'YES'
  if (value.flag && door.form === 'text') throw door.malformed(word, 'no value')

  const values = word.values ?? []
  const result = value.parse(values)
  if (!isInvalidValue(result)) return result

  const story = `${keyword} takes ${value.description}, not ${truncate(values.join(', '))}`
  switch (result.problem) {
    case 'syntax':
      throw door.malformed(word, value.description)
    case 'range':
      throw new CommandError('AMQ8412E', story)
    case 'length':
      throw new CommandError('AMQ8413E', story)
    case 'name':
      throw new CommandError('AMQ8424E', story)
    case 'value':
      throw new CommandError('AMQ8403E', story)
  }
}

function belongsTo(door: CommandForm, { argument }: { argument?: ArgumentSpec | undefined }): boolean {
  return !argument?.textOnly || door.form === 'text'
}

/** Only REPLACE may come before a leading keyword. */
function mayPrecede(keyword: string, leading: string, seen: ReadonlySet<string>): boolean {
  return keyword === leading || keyword === 'REPLACE' || seen.has(`${leading}()`)
}

function readName(grammar: CommandGrammar, subject: CommandWord, door: CommandForm): string | undefined {
  if (!subject.values) {
    const every = grammar.columns && door.form === 'json' // in JSON a missing name means every object
    if (grammar.name === 'required' && !every) throw door.malformed(subject, 'a name')
    return undefined
  }
  if (grammar.name === 'none' || !grammar.nameValue) throw door.malformed(subject, 'no name')

  const value = parseArgumentValue({ keyword: subject.keyword, value: grammar.nameValue }, subject, door)
  if (value === '') throw new CommandError('AMQ8424E', `${subject.keyword} needs a name`)
  return String(value)
}

/** Indexes every spelling of every keyword of a grammar. */
interface KeywordEntry {
  /** The keyword without synonyms. */
  keyword: string
  argument?: ArgumentSpec
  /** True for the second keyword of a pair, which means "no": `NOSHARE`. */
  negated?: true
  /** DISPLAY can request it. */
  column?: true
  /** The keyword requests several attributes and has no value; JSON may give it as `"yes"`. */
  group?: true | undefined
}

const known = new WeakMap<CommandGrammar, ReadonlyMap<string, KeywordEntry>>()

/** Returns the index of a grammar, which is built once. */
function indexKeywords(grammar: CommandGrammar): ReadonlyMap<string, KeywordEntry> {
  const before = known.get(grammar)
  if (before) return before

  const index = new Map<string, KeywordEntry>()
  if (grammar.columns) {
    for (const { keyword, synonyms = [], group } of grammar.columns) {
      const entry: KeywordEntry = { keyword, column: true, group: group && true }
      for (const spelling of [keyword, ...synonyms]) index.set(spelling, entry)
    }
    index.set('ALL', { keyword: 'ALL', argument: { keyword: 'ALL', value: singleFlagType } })
    index.set('WHERE', { keyword: 'WHERE' })
  }
  for (const argument of grammar.arguments) {
    const { keyword, synonyms = [], value } = argument
    for (const spelling of [keyword, ...synonyms]) index.set(spelling, { ...index.get(spelling), keyword, argument })
    if (value.flag === 'pair') index.set(`NO${keyword}`, { keyword, argument, negated: true })
  }
  known.set(grammar, index)
  return index
}
