/** How the REST resources of the portal are declared. */
import type { ParameterDescription } from '../../http/openapi/openapi-document.ts'
import type { JsonSchema } from '../../lib/json-schema/json-schema.ts'
import { type Static, type TSchema, Type } from '../../lib/json-schema/type.ts'

/** The groups of resources in OpenAPI. */
export const resourceTags = {
  portal: 'The portal itself.',
  account: 'The account and the session of the user.',
  catalogue: 'Products, plans, APIs, guides and OAuth providers.',
  applications: 'The applications of the signed-in user.',
  approvals: 'Subscriptions that wait for an owner of the catalog.',
  configuration: 'The documents and keys of the gateway, for owners who may change them.',
  diagnosis: 'Rejected calls and tokens.',
} as const

/** A file to download. The response is the file itself. */
export interface FileView {
  fileName: string
  contentType: string
  body: unknown
}

/** What a resource takes and returns. */
export interface Resource {
  /** The operation id in OpenAPI, which is unique. */
  readonly id: string
  readonly summary: string
  readonly query?: ParameterDescription
  readonly body?: TSchema
  /** The maximum size of the body; 64 KiB by default. */
  readonly maxBodyBytes?: number
  /** The status of a response with a body; 200 by default. */
  readonly status?: 200 | 201
  /** The response body. A resource without `response` and `file` responds with 204. */
  readonly response?: TSchema
  /** The file that the resource returns: its schema by media type. */
  readonly file?: Readonly<Record<string, JsonSchema>>
}

type Tagged = { readonly tag: keyof typeof resourceTags }
export type DeclaredResource = Resource & Tagged

/** Declares the resources of a group by method and path. */
export function declareResources<const Rows extends Readonly<Record<string, Resource>>>(
  tag: Tagged['tag'],
  rows: Rows,
): { readonly [Key in keyof Rows]: Rows[Key] & Tagged } {
  const declared = Object.entries(rows).map(([key, resource]) => [key, { ...resource, tag }])
  return Object.fromEntries(declared)
}

/** The types of the bodies of declared resources. */
export type BodyTypes<Declared> = {
  [Key in keyof Declared]: ResponseType<Declared[Key]> & RequestType<Declared[Key]>
}
type ResponseType<R> = R extends { response: infer S extends TSchema }
  ? { response: Static<S> }
  : { response: R extends { file: unknown } ? FileView : undefined }
type RequestType<R> = R extends { body: infer S extends TSchema } ? { body: Static<S> } : unknown

/** Declares a query parameter. */
export function query(name: string, description: string, schema: JsonSchema = Type.String(), required = false) {
  return { in: 'query', name, description, schema, ...(required && { required }) } as const
}
