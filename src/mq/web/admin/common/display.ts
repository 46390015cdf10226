/** Reads objects of a queue manager with DISPLAY commands, and parses the filters and names that select them. */
import { didYouMean } from '../../../../shared/lib/output/suggest.ts'
import type { CommandConnection, CommandOutcome, CommandResponse } from '../../../manager/index.ts'
import type { RestDialect } from '../../context/rest-dialect.ts'
import { CommandRejectedError } from '../../errors/mq-errors.ts'
import { RestError } from '../../errors/rest-error.ts'
import {
  type AttributeRow,
  type DisplayedAttributes,
  getAtPath,
  renderAttributes,
} from '../attributes/attribute-row.ts'

/** Reason codes for an object that does not exist, or a generic name that matches nothing. */
const notFound = new Set([2085, 2428, 3065, 3312, 3338, 4032])

/** Returns the objects that a DISPLAY command shows, with all attributes. Throws `CommandRejectedError`. */
export async function displayObjects(
  connection: CommandConnection,
  qualifier: string,
  name: string | undefined,
  parameters: Readonly<Record<string, unknown>> = {},
): Promise<readonly CommandResponse[]> {
  const command = { command: 'display', qualifier, parameters, responseParameters: ['all'] }
  return requireDisplayed(await connection.commandJson(name === undefined ? command : { ...command, name }))
}

/** Returns the responses of a DISPLAY command, none if nothing matches. Throws `CommandRejectedError` otherwise. */
export function requireDisplayed({ responses }: CommandOutcome): readonly CommandResponse[] {
  const refusal = responses.find(({ completionCode }) => completionCode === 2)
  if (!refusal) return responses
  if (notFound.has(refusal.reasonCode)) return []
  throw new CommandRejectedError(refusal)
}

/** Throws `CommandRejectedError` when one of the responses has completion code 2. */
export function requireCommandSuccess({ responses }: CommandOutcome): void {
  const refusal = responses.find(({ completionCode }) => completionCode === 2)
  if (refusal) throw new CommandRejectedError(refusal)
}

export function toDisplayedAttributes(response: CommandResponse): DisplayedAttributes {
  return new Map(response.attributes ?? [])
}

type AttributeFilter = NonNullable<ReturnType<typeof parseFilter>>

type Comparable = string | number | boolean

const orders: Readonly<Record<string, (order: number) => boolean>> = {
  lessThan: (order) => order < 0,
  greaterThan: (order) => order > 0,
  equalTo: (order) => order === 0,
  notEqualTo: (order) => order !== 0,
  lessThanOrEqualTo: (order) => order <= 0,
  greaterThanOrEqualTo: (order) => order >= 0,
}
const equalities = new Set(['equalTo', 'notEqualTo'])

/** Returns the filter of a query, if any. Throws `RestError` 400 for an invalid one, `matches` for a wrong type. */
export function parseFilter(text: string | undefined, names: readonly string[]) {
  if (text === undefined) return undefined
  const [, attribute, operator = '', operand = ''] = /^([^:]+):([^:]+):(.*)$/s.exec(text) ?? []
  if (attribute === undefined) throw unfit(text, 'it must be attribute:operator:value')
  if (!names.includes(attribute)) throw new RestError('MQWB0014E', [attribute, didYouMean(attribute, names) || '.'])

  const accepts = orders[operator]
  if (!accepts) throw unfit(text, `the operator must be one of ${Object.keys(orders).join(', ')}`)

  const quoted = /^"(.*)"$/s.exec(operand)?.[1]
  const wanted = quoted ?? operand
  const generic = wanted.endsWith('*') && equalities.has(operator)
  const prefix = wanted.slice(0, -1)

  return {
    /** The dotted name of the attribute that the filter compares. */
    attribute,
    matches(value: unknown): boolean {
      if (value === undefined) return false
      const values: unknown[] = Array.isArray(value) ? value : [value]
      return values.some((each) => {
        if (generic && typeof each === 'string') return each.startsWith(prefix) === (operator === 'equalTo')
        return accepts(compare(each as Comparable, operandAs(each, wanted, quoted !== undefined, text)))
      })
    },
  }
}

/** Returns whether an object passes the filter, and true without a filter. */
export function meetsFilter(
  filter: AttributeFilter | undefined,
  rows: readonly AttributeRow[],
  displayed: DisplayedAttributes,
  type: string,
  dialect: RestDialect,
): boolean {
  if (!filter) return true
  const compared = renderAttributes(rows, displayed, type, (name) => name === filter.attribute, dialect)
  return filter.matches(getAtPath(compared, filter.attribute))
}

/** Returns the value of the filter converted to the type of the attribute value. Throws when it does not fit. */
function operandAs(value: unknown, operand: string, quoted: boolean, text: string): Comparable {
  if (typeof value === 'number') {
    if (!quoted && /^-?\d+$/.test(operand)) return Number(operand)
    throw unfit(text, 'the value must be a whole number')
  }
  if (typeof value === 'boolean') {
    if (!quoted && (operand === 'true' || operand === 'false')) return operand === 'true'
    throw unfit(text, 'the value must be true or false')
  }
  return operand
}

function compare(one: Comparable, other: Comparable): number {
  return one === other ? 0 : one < other ? -1 : 1
}

function unfit(text: string, why: string): RestError {
  return new RestError('MQWB0013E', [text, 'filter', why])
}

/** Returns the name to display, or `*` without the parameter. Throws `RestError` 400 for a `*` within a name. */
export function parseGenericName(name: string | undefined): string {
  if (name === undefined) return '*'
  if (name !== '' && !name.slice(0, -1).includes('*')) return name
  throw new RestError('MQWB0013E', [name, 'name', 'it must be a name, which may end in *'])
}
