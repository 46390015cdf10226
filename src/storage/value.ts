/**
 * Values as they are kept: JSON (RFC 8259).
 */
import type { StateValue } from './state-store.ts'

/** The text of a value. Refuses what JSON cannot carry instead of keeping something else. */
export function renderValue(kind: string, value: StateValue): string {
  const text = JSON.stringify(value)
  if (text === undefined || (typeof value === 'number' && !Number.isFinite(value))) {
    throw new TypeError(`a value of kind ${kind} must be JSON, found ${String(value)}`)
  }
  return text
}

export function parseValue(text: string): StateValue {
  return JSON.parse(text)
}

/** An end that is a moment. NaN would be kept as "never ends", the opposite of what a miscalculation should do. */
export function requireFiniteExpiry(expiresAt: number | undefined): number | undefined {
  if (expiresAt === undefined || Number.isFinite(expiresAt)) return expiresAt
  throw new TypeError(`expiresAt must be milliseconds since the epoch, found ${expiresAt}`)
}

/** What is added to a counter. */
export function requireFiniteIncrement(by: number): number {
  if (Number.isFinite(by)) return by
  throw new TypeError(`a counter must be changed by a number, found ${by}`)
}
