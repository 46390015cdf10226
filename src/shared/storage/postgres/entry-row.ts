/** Converts entries between the contract and rows of PostgreSQL. */
import { type KeyedEntry, parseValue, requireFiniteExpiry, type SaveOptions } from '../contract/state-store.ts'

/** Returns the options of a write as the values of its row. Throws `TypeError` for an expiry that is not finite. */
export function encodeSaveOptions({ expiresAt, group, wakesWatchers = false }: SaveOptions = {}) {
  return {
    expiresAt: requireFiniteExpiry(expiresAt) ?? null,
    family: group === undefined ? null : encodeText(group),
    wakesWatchers,
  }
}

/** Returns the key and the entry of a row. */
export function decodeEntry(row: Record<string, unknown>): KeyedEntry {
  const entry = {
    value: parseValue(String(row.value)),
    consumedAt: (row.consumed_at as number | null) ?? undefined,
    expiresAt: (row.expires_at as number | null) ?? undefined,
  }
  return { key: decodeText(String(row.key)), entry }
}

/** Escapes U+0000, which PostgreSQL does not store in texts. */
export function encodeText(text: string): string {
  return /[\0\\]/.test(text) ? text.replaceAll('\\', '\\\\').replaceAll('\0', '\\0') : text
}

function decodeText(text: string): string {
  return text.includes('\\') ? text.replace(/\\(.)/g, (_, each) => (each === '0' ? '\0' : each)) : text
}
