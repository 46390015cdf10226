/**
 * Reads and checks members of a JSON request body. Every function throws `RestError` with status 400 for a value
 * that does not fit.
 */
import { RestError } from '../errors/rest-error.ts'

type Body = Readonly<Record<string, unknown>>

export function readTextMember(body: Body, member: string, rule: { required?: boolean; most?: number } = {}): string {
  const { required = false, most } = rule
  const value = body[member] ?? ''
  if (typeof value !== 'string') throw createInvalidMemberError(member, value, 'it must be a string')
  if (required && value === '') throw new RestError('MQWB0016E', [member, 'it must be a string'])
  if (most !== undefined && value.length > most)
    throw createInvalidMemberError(member, value, `it must have at most ${most} characters`)
  return value
}

export function readIntegerMember(
  body: Body,
  member: string,
  { min, max }: { min: number; max: number },
): number | undefined {
  const value = body[member]
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value
  throw createInvalidMemberError(member, value, `it must be a whole number from ${min} to ${max}`)
}

/**
 * Returns the member, which must be one of `words`; the first of them when the member is missing and not required.
 */
export function readChoiceMember<const Word extends string>(
  body: Body,
  member: string,
  words: readonly [Word, ...Word[]],
  { required = false } = {},
): Word {
  const value = body[member] ?? (required ? undefined : words[0])
  const known = words.find((word) => word === value)
  if (known === undefined) throw createInvalidMemberError(member, value, `it must be one of ${words.join(', ')}`)
  return known
}

export function createInvalidMemberError(member: string, value: unknown, why: string): RestError {
  return new RestError('MQWB0015E', [JSON.stringify(value), member, why])
}

/** Returns a boolean member; false when the member is missing. */
export function readBooleanMember(body: Body, member: string): boolean {
  const value = body[member] ?? false
  if (typeof value === 'boolean') return value
  throw createInvalidMemberError(member, value, 'it must be true or false')
}
