/** The description of an operation of the MQ web server, with what depends on the dialect left open. */
import type { OperationDescription, ParameterDescription } from '../../http/openapi/openapi-document.ts'
import type { DialectHeaderNames } from '../context/rest-dialect.ts'

export interface PlainHeader {
  readonly header: string
  readonly description: string
  readonly required?: boolean
}

export interface MqOperation extends Omit<OperationDescription, 'responses' | 'parameters' | 'body'> {
  query?: readonly ParameterDescription[]
  /** The headers that the request can have, by their keys in the dialect. */
  requestHeaders?: readonly (keyof DialectHeaderNames)[]
  /** The headers that a successful response can have. */
  responseHeaders?: readonly (keyof DialectHeaderNames)[]
  /** Headers that no dialect renames. */
  moreRequestHeaders?: readonly PlainHeader[]
  moreResponseHeaders?: readonly PlainHeader[]
  /** The schema of a JSON body, or schemas by media type. */
  body?: object
  bodyTypes?: readonly string[]
  /** The responses without errors: the status, its description, and the schema of its JSON body or of a media type. */
  success: readonly (readonly [status: number, description: string, schema?: object, mediaType?: string])[]
}

/** The descriptions by method and path: `GET /admin/qmgr`. */
export type MqOperations = Readonly<Record<string, MqOperation>>

/** Describes a GET that responds with JSON. */
export function read(
  tag: string,
  id: string,
  summary: string,
  schema: object,
  query?: readonly ParameterDescription[],
  more: Partial<MqOperation> = {},
): MqOperation {
  return { id, tag, summary, ...(query && { query }), success: [[200, 'The result.', schema]], ...more }
}

/** Describes a change that responds without a body. */
export function change(
  tag: string,
  id: string,
  summary: string,
  status: 201 | 204,
  more: Partial<MqOperation> = {},
): MqOperation {
  return { id, tag, summary, success: [[status, status === 201 ? 'Created.' : 'Done.']], ...more }
}
