/**
 * WHERE: one condition on one attribute, `WHERE(CURDEPTH GT 0)`.
 *
 * Numbers take six comparisons, words EQ and NE, text the six comparisons and the generic LK and NL, lists the
 * four operators for items.
 */
import { type AttributeType, isInvalidValue } from '../../objects/definitions/attribute-types.ts'
import type { AttributeValue } from '../../types/connection.ts'
import type { CommandForm } from './command-form.ts'
import { matchesGeneric } from './generic-name.ts'
import { CommandError } from './messages.ts'
import { type CommandWord, parseConditionValues } from './parser.ts'

export interface FilterableAttribute {
  readonly keyword: string
  readonly synonyms?: readonly string[]
  readonly value: AttributeType
}

export type WhereCondition = { readonly keyword: string; matches(value: AttributeValue): boolean }

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

/** The operators for values of each order. */
const operators: Record<AttributeType['comparison'], Readonly<Record<string, Test>>> = {
  number: compared,
  word: { EQ: compared.EQ as Test, NE: compared.NE as Test },
  text: { ...compared, ...generic },
  list: contained,
}

/** Parses the values of WHERE. In JSON they are one text. Throws the syntax error of the form. */
export function parseCondition(
  word: CommandWord,
  attributes: readonly FilterableAttribute[],
  door: CommandForm,
): WhereCondition {
  const shape = 'an attribute, an operator and a value'
  const values = door.form === 'json' ? jsonValues(word, door) : (word.values ?? [])
  const [keyword, operator, operand] = values
  if (values.length !== 3 || keyword === undefined || operator === undefined || operand === undefined)
    throw door.malformed(word, shape)

  const name = keyword.toUpperCase()
  const found = attributes.filter((each) => each.keyword === name || each.synonyms?.includes(name))
  const attribute = found[0]
  if (!attribute) {
    const known = attributes.map((each) => each.keyword)
    throw door.unknownKeyword({ ...word, keyword: name }, known)
  }

  const { value } = attribute
  const sign = operator.toUpperCase()
  const test = operators[value.comparison][sign]
  if (!test) {
    const text = `${attribute.keyword} takes ${Object.keys(operators[value.comparison]).join(', ')}`
    throw new CommandError('AMQ8410E', text)
  }
  const wanted = operandOf(attribute, operand)
  return {
    keyword: attribute.keyword,
    // A word in place of a number, such as AUTO, is neither less nor greater than any number.
    matches: (held) =>
      typeof held === typeof wanted || value.comparison !== 'number' ? test(held, wanted) : sign === 'NE',
  }
}

function operandOf({ keyword, value }: FilterableAttribute, operand: string): AttributeValue {
  if (value.comparison === 'text' || value.comparison === 'list') return operand.trimEnd()
  const wanted = value.parse([operand])
  if (isInvalidValue(wanted)) throw new CommandError('AMQ8403E', `${keyword} takes ${value.description}`)
  return wanted
}

function jsonValues(word: CommandWord, door: CommandForm): readonly string[] {
  const [text] = word.values ?? []
  if (text === undefined) throw door.malformed(word, 'a condition')
  try {
    return parseConditionValues(text)
  } catch {
    throw door.malformed(word, 'a condition')
  }
}

function items(value: AttributeValue): readonly string[] {
  return Array.isArray(value) ? value : [String(value)]
}
