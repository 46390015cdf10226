/**
 * WHERE: one condition on one attribute, `WHERE(CURDEPTH GT 0)`.
 *
 * Numbers take the six comparisons, words only EQ and NE, text the six and the generic LK and NL, lists the four that
 * look into them.
 */
import { isFault, type ValueType } from '../objects/values.ts'
import type { AttributeValue } from '../types.ts'
import type { Door } from './command-form.ts'
import { matchesGeneric } from './generic-name.ts'
import { Refused } from './messages.ts'
import { parseValues, type Word } from './parser.ts'

export interface Filterable {
  readonly keyword: string
  readonly synonyms?: readonly string[]
  readonly value: ValueType
}

export interface Condition {
  readonly keyword: string
  matches(value: AttributeValue): boolean
}

type Test = (value: AttributeValue, operand: AttributeValue) => boolean

const compared: Record<string, Test> = {
  LT: (value, operand) => value < operand,
  GT: (value, operand) => value > operand,
  EQ: (value, operand) => value === operand,
  NE: (value, operand) => value !== operand,
  LE: (value, operand) => value <= operand,
  GE: (value, operand) => value >= operand,
}
const generic: Record<string, Test> = {
  LK: (value, operand) => matchesGeneric(String(operand), String(value)),
  NL: (value, operand) => !matchesGeneric(String(operand), String(value)),
}
const contained: Record<string, Test> = {
  CT: (value, operand) => items(value).includes(String(operand)),
  EX: (value, operand) => !items(value).includes(String(operand)),
  CTG: (value, operand) => items(value).some((item) => matchesGeneric(String(operand), item)),
  EXG: (value, operand) => !items(value).some((item) => matchesGeneric(String(operand), item)),
}

/** The operators that values of each order take. */
const operators: Record<ValueType['order'], Readonly<Record<string, Test>>> = {
  number: compared,
  word: { EQ: compared.EQ as Test, NE: compared.NE as Test },
  text: { ...compared, ...generic },
  list: contained,
}

/** Reads the values of a WHERE word; JSON carries them as one text. */
export function readCondition(word: Word, attributes: readonly Filterable[], door: Door): Condition {
  const shape = 'an attribute, an operator and a value'
  const values = door.form === 'json' ? jsonValues(word, door) : (word.values ?? [])
  const [keyword, operator, operand] = values
  if (values.length !== 3 || keyword === undefined || operator === undefined || operand === undefined) {
    throw door.malformed(word, shape)
  }

  const name = keyword.toUpperCase()
  const found = attributes.filter((each) => each.keyword === name || each.synonyms?.includes(name))
  const attribute = found[0]
  if (!attribute)
    throw door.unknownKeyword(
      { ...word, keyword: name },
      attributes.map((each) => each.keyword),
    )

  const { value } = attribute
  const sign = operator.toUpperCase()
  const test = operators[value.order][sign]
  if (!test) {
    throw new Refused(
      'AMQ8410E',
      `${attribute.keyword} takes ${Object.keys(operators[value.order]).join(', ')}`,
    )
  }
  const wanted = operandOf(attribute, operand)
  return {
    keyword: attribute.keyword,
    // Words that stand in for a number, as AUTO does, are neither above nor below one.
    matches: (held) =>
      typeof held === typeof wanted || value.order !== 'number' ? test(held, wanted) : sign === 'NE',
  }
}

function operandOf({ keyword, value }: Filterable, operand: string): AttributeValue {
  if (value.order === 'text' || value.order === 'list') return operand.trimEnd()
  const wanted = value.read([operand])
  if (isFault(wanted)) throw new Refused('AMQ8403E', `${keyword} takes ${value.takes}`)
  return wanted
}

function jsonValues(word: Word, door: Door): readonly string[] {
  const [text] = word.values ?? []
  if (text === undefined) throw door.malformed(word, 'a condition')
  try {
    return parseValues(text)
  } catch {
    throw door.malformed(word, 'a condition')
  }
}

function items(value: AttributeValue): readonly string[] {
  return Array.isArray(value) ? value : [String(value)]
}
