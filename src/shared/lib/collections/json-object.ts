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

/** Returns the members with every value changed; none for a value that is no map of members. */
export function mapValues(members: unknown, change: (value: unknown, name: string) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(membersOf(members)).map(([name, value]) => [name, change(value, name)]))
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

/**
 * The limits of a JSON text on threads that serve others too: 250,000 empty objects or 25,000 names of 150 bytes take
 * 20 to 45 ms. `values` are the members and elements of all objects and lists, an empty one counts as one more; `members`
 * those of objects alone, which have shapes of their own with names in changing order; `names` the different ones.
 */
export const jsonLimits = { depth: 500, members: 40_000, values: 250_000, names: 25_000, bytes: 4 * 1024 * 1024 }

/** Limits in place of those of `jsonLimits`, each of which counts where its member is absent. */
export type JsonLimits = { readonly [Name in keyof typeof jsonLimits]?: number | undefined }

/** A text of JSON or XML above a limit. The message names the limit and its value. */
export class JsonLimitError extends Error {
  override name = 'JsonLimitError'
}

/** Returns the error of a text above the limit `name`, which counts what `counted` says. */
export function createLimitError(
  name: keyof JsonLimits,
  limit: number,
  counted: string,
  format: 'JSON' | 'XML' = 'JSON',
): JsonLimitError {
  return new JsonLimitError(
    `the ${format} has more than ${limit} ${counted} (the limit "${name}"): send a smaller or flatter text`,
  )
}

const [quote, comma, colon, backslash] = [0x22, 0x2c, 0x3a, 0x5c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** A bit for each hash of a name in the text that is being counted. Names with equal hashes count once. */
const seenNames = new Uint8Array(2 ** 17)
const hashMask = 2 ** 20 - 1

/** Throws a `JsonLimitError` for a text above a limit. Reads each byte at most once, and accepts malformed texts. */
export function requireJsonLimits(text: Uint8Array, limits: JsonLimits = jsonLimits): void {
  const { depth = jsonLimits.depth, members = jsonLimits.members, values = jsonLimits.values } = limits
  const { names = jsonLimits.names, bytes = jsonLimits.bytes } = limits
  if (text.length > bytes) throw createLimitError('bytes', bytes, 'bytes')
  const mayHaveManyNames = text.length > names * 4 // `"":,` each
  const mayHaveManyMembers = text.length > members * 4 || mayHaveManyNames
  if (mayHaveManyNames) seenNames.fill(0)
  let open = 0
  let found = 0
  let foundMembers = 0
  let foundNames = 0
  let lastString = -1 // where it begins, until a colon makes it a name
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at]
    if (byte === quote) {
      lastString = at + 1
      at = findStringEnd(text, lastString)
    } else if (byte === colon && mayHaveManyMembers && lastString >= 0) {
      foundMembers += 1
      if (foundMembers > members) throw createLimitError('members', members, 'members of objects')
      if (mayHaveManyNames && isNewName(text, lastString, at)) foundNames += 1
      lastString = -1
      if (foundNames > names) throw createLimitError('names', names, 'different names of members')
    } else if (byte === comma) {
      if (open <= 0) return // it is no JSON
      found += 1
    } else if (byte === openList || byte === openObject) {
      open += 1
      found += 1
      if (open > depth) throw createLimitError('depth', depth, 'levels of nested lists and objects')
    } else if (byte === closeList || byte === closeObject) open -= 1
    if (found > values) throw createLimitError('values', values, 'members and elements')
  }
}

/** Returns the index of the quote that ends a string, or the length of the text. */
function findStringEnd(text: Uint8Array, start: number): number {
  const first = text.indexOf(quote, start)
  if (first < 0) return text.length
  if (text[first - 1] !== backslash || first === start) return first
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === backslash) at += 1
    else if (text[at] === quote) return at
  }
  return text.length
}

function isNewName(text: Uint8Array, start: number, end: number): boolean {
  let hash = 0
  for (let at = start; at < end; at += 1) hash = (Math.imul(hash, 31) + (text[at] as number)) | 0
  const place = (hash & hashMask) >> 3
  const bits = seenNames[place] as number
  const bit = 1 << (hash & 7)
  seenNames[place] = bits | bit
  return (bits & bit) === 0
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Returns the text of the last member `name` of each object at a depth of a valid JSON text; undefined where it is absent. */
export function sliceMember(text: Uint8Array, name: string, depth: number): (string | undefined)[] {
  const found: (string | undefined)[] = []
  let open = 0
  let isNamed = false // whether the last string is the name
  let start = -1 // where the value of the member begins
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at]
    if (byte === quote) {
      const string = text.subarray(at, findStringEnd(text, at + 1) + 1)
      if (open === depth)
        isNamed =
          (string.length === name.length + 2 || string.includes(backslash)) && parseJson(utf8.decode(string)) === name
      at += string.length - 1
    } else if (byte === colon && open === depth) start = isNamed ? at + 1 : -1
    else if (byte === openList || byte === openObject) {
      open += 1
      if (open === depth) found.push(undefined)
    } else if (byte === comma || byte === closeList || byte === closeObject) {
      if (open === depth && start >= 0) found[found.length - 1] = utf8.decode(text.subarray(start, at)).trim()
      if (open === depth) start = -1
      if (byte !== comma) open -= 1
    }
  }
  return found
}

/**
 * Returns the value of a JSON text that a client, a server or a message has sent. Throws a `JsonLimitError` above a
 * limit, and another error for a text that is no JSON in UTF-8.
 */
export function parseForeignJson(text: Uint8Array, limits?: JsonLimits): unknown {
  requireJsonLimits(text, limits)
  return JSON.parse(utf8.decode(text))
}
