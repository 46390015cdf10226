/** Values of the store: JSON (RFC 8259). */
import type { StateValue } from './state-store.ts'

/** Returns the JSON of a value. Throws `TypeError` for a value that JSON cannot represent. */
export function renderValue(kind: string, value: StateValue): string {
  const text = JSON.stringify(value)
  if (text === undefined || (typeof value === 'number' && !Number.isFinite(value))) {
    throw new TypeError(`a value of kind ${kind} must be JSON, found ${String(value)}`)
  }
  return text
}

/** Parses the JSON of a stored value. */
export function parseValue(text: string): StateValue {
  return JSON.parse(text)
}

/**
 * Returns a finite expiry unchanged. Throws `TypeError` for NaN and infinity, because NaN would be stored as
 * "never expires".
 */
export function requireFiniteExpiry<T extends number | undefined>(expiresAt: T): T {
  if (expiresAt === undefined || Number.isFinite(expiresAt)) return expiresAt
  throw new TypeError(`expiresAt must be milliseconds since the epoch, found ${expiresAt}`)
}

/** Returns a finite increment unchanged. Throws `TypeError` for NaN and infinity. */
export function requireFiniteIncrement(by: number): number {
  if (Number.isFinite(by)) return by
  throw new TypeError(`a counter must be changed by a number, found ${by}`)
}
