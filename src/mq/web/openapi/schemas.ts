/** What the descriptions of operations share: schemas, also those that are built from the tables of attributes. */
import type { ParameterDescription } from '../../../shared/http/openapi/openapi-document.ts'
import { query, type Resource } from '../../../shared/rest/resource.ts'
import type { AttributeRow } from '../admin/attributes/attribute-row.ts'

export const text = { type: 'string' } as const
/** An object whose members depend on the request or on the object. */
export const anyObject = { type: 'object', additionalProperties: true } as const

export function object(properties: Record<string, object>, required: readonly string[] = []): object {
  return { type: 'object', required: required.length > 0 ? required : undefined, properties }
}

export function list(items: object): object {
  return { type: 'array', items }
}

/** An object with one member that holds a list, as the resources of the product respond. */
export function listIn(member: string, items: object): object {
  return object({ [member]: list(items) }, [member])
}

/** Query parameters without a value. */
export function flagQuery(name: string, description: string): ParameterDescription {
  return query(name, description, { type: 'string', enum: [''] })
}

export function oneOf(name: string, description: string, words: readonly string[]): ParameterDescription {
  return query(name, description, { type: 'string', enum: words })
}

/** The schema of a request that sets attributes: every row that requests can set. */
export function buildSettableSchema(rows: readonly AttributeRow[], more: Record<string, object>): object {
  const settable = rows.filter(({ set }) => set)
  return nest(settable, more, ({ schema }) => schema ?? {})
}

/** The schema of an object in a response. The words of an attribute are not an enumeration: others can be displayed. */
export function buildDisplayedSchema(rows: readonly AttributeRow[], more: Record<string, object>): object {
  return nest(rows, more, ({ schema }) => {
    const { enum: words, ...rest } = { ...schema } as { enum?: string[] }
    return words ? { ...rest, description: `For example ${words.join(', ')}.` } : rest
  })
}

type NestedSchema = { type: 'object'; properties: Record<string, object> }

function nest(
  rows: readonly AttributeRow[],
  more: Record<string, object>,
  schemaOf: (row: AttributeRow) => object,
): object {
  const root: NestedSchema = { type: 'object', properties: { ...more } }
  for (const row of rows) {
    let at = root
    for (const name of row.path.slice(0, -1)) {
      const known = at.properties[name] as NestedSchema | undefined
      const next = known?.properties ? known : ({ type: 'object', properties: {} } as NestedSchema)
      at.properties[name] = next
      at = next
    }
    at.properties[row.path.at(-1) as string] = schemaOf(row)
  }
  return root
}

/** The headers of requests that another queue manager can pass on. */
export const gatewayHeaders = { requestHeaders: ['gateway'], responseHeaders: ['gateway'] } as const

/** Describes a GET that responds with JSON. */
export function read(id: string, summary: string, response: object, parameters: Resource['parameters'] = []): Resource {
  return { id, summary, parameters, response }
}
