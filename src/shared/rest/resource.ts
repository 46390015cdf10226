/** How REST resources are declared: types, validation, error texts and OpenAPI come from the declaration. */
import type { ParameterDescription } from '../http/openapi/openapi-document.ts'
import type { JsonSchema } from '../lib/json-schema/json-schema.ts'
import { type Static, type TSchema, Type } from '../lib/json-schema/type.ts'

/** A file to download. The response is the file itself. */
export type FileView = { fileName: string; contentType: string; body: unknown }

/** What a resource takes and returns. */
export interface Resource {
  /** The operation id in OpenAPI, which is unique. */
  readonly id: string
  readonly summary: string
  /** The query parameters, and the headers that only this resource has. */
  readonly parameters?: readonly ParameterDescription[]
  readonly body?: TSchema
  /** The media types of the body; JSON by default. */
  readonly bodyTypes?: readonly string[]
  /** The maximum size of the body; 64 KiB by default in the portal, 1 MiB in the MQ web server. */
  readonly maxBodyBytes?: number
  /** The status of the response; by default 200 with a body, 204 without. */
  readonly status?: 200 | 201 | 202
  /** The headers of the response that only this resource has, with their descriptions. */
  readonly headers?: Readonly<Record<string, string>>
  /** Further statuses of success, without a body, and their descriptions. */
  readonly otherStatuses?: Readonly<Record<number, string>>
  readonly response?: TSchema
  /** The file that the resource returns: its schema by media type. */
  readonly file?: Readonly<Record<string, JsonSchema>>
}

type Tagged<Tag> = { readonly tag: Tag }
export type TaggedResource = Resource & Tagged<string>

/** Returns the row of a resource with its operation id, its summary, and what it takes and returns. */
export function resource<const R extends Omit<Resource, 'id' | 'summary'>>(
  id: string,
  summary: string,
  more = {} as R,
) {
  return { id, summary, ...more }
}

/** Declares the resources of a group by method and path. */
export function declareResources<const Tag extends string, const Rows extends Readonly<Record<string, Resource>>>(
  tag: Tag,
  rows: Rows,
): { readonly [Key in keyof Rows]: Rows[Key] & Tagged<Tag> } {
  const declared = Object.entries(rows).map(([key, resource]) => [key, { ...resource, tag }])
  return Object.fromEntries(declared)
}

/** The types of the bodies of declared resources: `body` as the server has read it, `input` as clients send it. */
export type BodyTypes<Declared> = {
  [Key in keyof Declared]: ResponseType<Declared[Key]> & RequestType<Declared[Key]>
}
type ResponseType<R> = R extends { response: infer S extends TSchema }
  ? { response: Static<S> | (R extends { otherStatuses: { 204: string } } ? undefined : never) }
  : { response: R extends { file: unknown } ? FileView : undefined }
type RequestType<R> = R extends { body: infer S extends TSchema } ? { body: Static<S>; input: Input<S> } : unknown

/** The type of a request body as clients send it: read-only, and members with a default may be absent. */
export type Input<S> = S extends { type: 'object'; properties: infer P }
  ? { readonly [K in keyof P as P[K] extends MayBeAbsent ? never : K]: Input<P[K]> } & {
      readonly [K in keyof P as P[K] extends MayBeAbsent ? K : never]?: Input<P[K]> | undefined
    }
  : S extends { type: 'array'; items: infer I }
    ? readonly Input<I>[]
    : S extends { anyOf: infer Alternatives extends readonly unknown[] }
      ? Input<Alternatives[number]>
      : Static<S & TSchema>
type MayBeAbsent = { '~optional': true } | HasDefault
type HasDefault = { '~default': true }

/** A member that may be absent. The server reads it as the default. */
export function orDefault<S extends TSchema>(schema: S, value: Static<S>): S & HasDefault {
  return Type.Optional({ ...schema, default: value }) as unknown as S & HasDefault
}

/** Declares a query parameter. */
export function query(
  name: string,
  description: string,
  schema: JsonSchema = Type.String(),
  required = false,
): ParameterDescription {
  return { in: 'query', name, description, schema, required: required || undefined }
}
