/** Builds an example value of a schema: the example of the author, or one derived from types and formats. */
import { isJsonObject, type JsonObject } from '../../../../shared/lib/collections/json-object.ts'
import type { MemberPath, ParsedDocument } from '../../text/parsed-document.ts'
import { followRefs } from '../schemas/local-ref.ts'

/** The direction of a message: examples omit read-only members in requests, write-only ones in responses. */
export type MessageDirection = 'request' | 'answer'

const maxDepth = 6 // schemas may refer to themselves
const maxValues = 500

/** Returns an example of the schema at a path; undefined when there is no schema. */
export function buildExample(path: MemberPath, source: ParsedDocument, direction: MessageDirection): unknown {
  const oneWay = direction === 'request' ? 'readOnly' : 'writeOnly'
  let made = 0
  return make(path, 0)

  function make(path: MemberPath, depth: number): unknown {
    const target = followRefs(source, path)
    const at = 'error' in target ? path : target.path
    const schema = source.valueAt(at)
    if (!isJsonObject(schema)) return undefined

    const given = schema.example ?? first(schema.examples) ?? schema.default ?? schema.const ?? first(schema.enum)
    if (given !== undefined) return given
    made += 1
    if (depth >= maxDepth || made > maxValues) return isJsonObject(schema.properties) ? {} : null

    const inside = (...more: MemberPath) => make([...at, ...more], depth + 1)
    for (const choice of ['oneOf', 'anyOf']) if (Array.isArray(schema[choice])) return inside(choice, 0)
    if (Array.isArray(schema.allOf)) {
      const parts = schema.allOf.map((_, index) => inside('allOf', index))
      return Object.assign({}, ...parts.filter(isJsonObject), objectOf(schema, oneWay, inside))
    }
    const [type] = [schema.type ?? (isJsonObject(schema.properties) ? 'object' : undefined)].flat()
    if (type === 'object') return objectOf(schema, oneWay, inside)
    if (type === 'array') return isJsonObject(schema.items) ? [inside('items')] : []
    return scalarOf(type, schema)
  }
}

function objectOf({ properties }: JsonObject, oneWay: string, inside: (...more: MemberPath) => unknown): JsonObject {
  const members = Object.entries(isJsonObject(properties) ? properties : {})
  return Object.fromEntries(
    members
      .filter(([, member]) => !isJsonObject(member) || member[oneWay] !== true)
      .map(([name]) => [name, inside('properties', name)]),
  )
}

const texts: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00Z',
  email: 'anna@example.com',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  uri: 'https://example.com/',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
}

function scalarOf(type: unknown, { format, minimum, minLength }: JsonObject): unknown {
  if (type === 'integer' || type === 'number') return typeof minimum === 'number' ? minimum : 1
  if (type === 'boolean') return true
  if (type === 'null') return null
  if (type !== undefined && type !== 'string') return undefined
  const text = texts[String(format)] ?? 'text'
  return typeof minLength === 'number' && minLength > text.length ? text.padEnd(Math.min(minLength, 64), 'x') : text
}

function first(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : undefined
}
