/** The attributes of an object that is being made: what was given, on top of what another object lends. */
import { type Attributes, applies, initialAttributes, type Kind } from '../objects/kind.ts'
import type { AttributeValue } from '../types.ts'
import { type Call, textOf } from './command.ts'
import { Refused } from './messages.ts'
import { authorize, notFound } from './subject.ts'

/** Every attribute that an object of the type has. What nobody can give stays as it is in the object that is replaced. */
export function complete(
  call: Call,
  kind: Kind,
  type: string,
  given: Attributes,
  replaced: Attributes = {},
): Attributes {
  const lent = lender(call, kind, type)
  const attributes: Record<string, AttributeValue> = initialAttributes(kind, type)
  for (const { keyword, access, types } of kind.attributes) {
    if (types && !types.includes(type)) continue
    const value = access === 'show' ? replaced[keyword] : (given[keyword] ?? lent?.[keyword])
    if (value !== undefined) attributes[keyword] = value
  }
  return attributes
}

/** Refuses an object that lacks what its type needs, or whose attributes do not go together. */
export function checkWhole(kind: Kind, type: string, attributes: Attributes): void {
  for (const group of kind.required?.(type) ?? []) {
    if (group.every((keyword) => attributes[keyword] === '')) {
      throw new Refused('AMQ8422E', group.join(' or '))
    }
  }
  const problem = kind.check?.(attributes, type)
  if (problem) throw new Refused('AMQ8403E', problem)
}

/** Refuses values for attributes that objects of the type do not have. */
export function checkApplies(kind: Kind, type: string, given: Attributes): void {
  for (const keyword of Object.keys(given)) {
    const rows = kind.attributes.filter((each) => each.keyword === keyword)
    if (!rows.some((each) => applies(each, type))) {
      throw new Refused('AMQ8403E', `${keyword} is not an attribute of ${type}`)
    }
  }
}

/** The object named by LIKE, or the default object of the type if there still is one. */
function lender(call: Call, kind: Kind, type: string): Attributes | undefined {
  const like = textOf(call, 'LIKE')
  if (like !== undefined) {
    const object = call.runtime.objects.find(kind.kind, like)
    if (object?.type !== type) throw notFound(kind.kind, like)
    authorize(call, kind.kind, like, 'DSP')
    return object.attributes
  }
  const name = kind.defaultObject?.(type)
  const object = name === undefined ? undefined : call.runtime.objects.find(kind.kind, name)
  return object?.type === type ? object.attributes : undefined
}
