import { attempt } from './attempt.ts'

/** An object of JSON: a map of members. */
export type JsonObject = Record<string, unknown>

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the value as a map of members, an empty one when it is something else. */
export function membersOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {}
}

/** Returns the value of a JSON text; undefined for any other text. */
export function parseJson(text: string): unknown {
  return attempt(() => JSON.parse(text))
}

/** Returns the value of a JSON text; any other text as it is. */
export function parseJsonOrKeep(text: string): unknown {
  const value = parseJson(text)
  return value === undefined ? text : value
}
