/** Completes the attributes of a new object: the given ones over those of a template. */
import {
  type AttributeValues,
  appliesToType,
  initialAttributes,
  type ObjectDefinition,
} from '../../objects/definitions/object-definition.ts'
import type { AttributeValue } from '../../types/connection.ts'
import { CommandError } from '../language/messages.ts'
import { type CommandContext, textArgument } from './command.ts'
import { objectNotFoundError, requireAuthority } from './subject.ts'

/** Returns a value for every attribute. What no command can set is kept from the object that is replaced. */
export function completeAttributes(
  call: CommandContext,
  kind: ObjectDefinition,
  type: string,
  given: AttributeValues,
  replaced: AttributeValues = {},
): AttributeValues {
  const lent = findTemplate(call, kind, type)
  const attributes: Record<string, AttributeValue> = initialAttributes(kind, type)
  for (const { keyword, access, types } of kind.attributes) {
    if (types && !types.includes(type)) continue
    const value = access === 'show' ? replaced[keyword] : (given[keyword] ?? lent?.[keyword])
    if (value !== undefined) attributes[keyword] = value
  }
  return attributes
}

/** Throws a `CommandError` for a missing attribute or a contradiction, unless the object was so `before`. */
export function checkRequiredAttributes(
  kind: ObjectDefinition,
  type: string,
  attributes: AttributeValues,
  before?: AttributeValues,
): void {
  // A default object is incomplete, and a command may leave it so.
  const isMissing = (keyword: string) => attributes[keyword] === '' && before?.[keyword] !== ''
  for (const group of kind.required?.(type) ?? []) {
    if (group.every((keyword) => attributes[keyword] === '') && group.some(isMissing))
      throw new CommandError('AMQ8422E', group.join(' or '))
  }
  const problem = kind.check?.(attributes, type)
  const isOld = before !== undefined && problem === kind.check?.(before, type)
  if (problem && !isOld) throw new CommandError('AMQ8403E', problem)
}

/** Throws a `CommandError` when an attribute does not apply to the type. */
export function checkAttributesApply(kind: ObjectDefinition, type: string, given: AttributeValues): void {
  for (const keyword of Object.keys(given)) {
    const rows = kind.attributes.filter((each) => each.keyword === keyword)
    if (!rows.some((each) => appliesToType(each, type)))
      throw new CommandError('AMQ8403E', `${keyword} is not an attribute of ${type}`)
  }
}

/** Returns the attributes of the object named by LIKE, or of the default object of the type, if it exists. */
function findTemplate(call: CommandContext, kind: ObjectDefinition, type: string): AttributeValues | undefined {
  const like = textArgument(call, 'LIKE')
  if (like !== undefined) {
    const object = call.runtime.objects.find(kind.kind, like)
    if (object?.type !== type) throw objectNotFoundError(kind.kind, like)
    requireAuthority(call, kind.kind, like, 'DSP')
    return object.attributes
  }
  const name = kind.defaultObject?.(type)
  const object = name === undefined ? undefined : call.runtime.objects.find(kind.kind, name)
  return object?.type === type ? object.attributes : undefined
}
