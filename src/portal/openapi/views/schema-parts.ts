/** Parts of the JSON Schemas of responses. The types of the views decide which members a schema must have. */
import type { JsonSchema } from '../../../http/openapi/openapi-document.ts'

export const text = { type: 'string' } as const
export const number = { type: 'number' } as const
export const flag = { type: 'boolean' } as const
export const anyObject = { type: 'object', additionalProperties: true } as const

type Members<Names extends PropertyKey> = { readonly [Name in Names]: JsonSchema }
type RequiredNames<View> = {
  [Name in keyof View]-?: Record<never, never> extends Pick<View, Name> ? never : Name
}[keyof View]
type OptionalNames<View> = Exclude<keyof View, RequiredNames<View>>

/** The schema of a view. The compiler rejects a schema that lacks a member of the view, or has another one. */
export function view<View>(
  required: Members<RequiredNames<View>>,
  ...[optional]: [OptionalNames<View>] extends [never] ? [] : [Members<OptionalNames<View>>]
): JsonSchema {
  return object(required, optional)
}

/** The schema of an object that is a part of a view. */
export function object(
  required: Readonly<Record<string, JsonSchema>>,
  optional: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  return { type: 'object', required: Object.keys(required), properties: { ...required, ...optional } }
}

export function list(items: JsonSchema): JsonSchema {
  return { type: 'array', items }
}

export function refer(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` }
}
