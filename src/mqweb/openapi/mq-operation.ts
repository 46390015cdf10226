/** The description of an operation of the MQ web server, with what depends on the dialect left open. */
import type { Resource, TaggedResource } from '../../contract/rest/resource.ts'
import type { DialectHeaderNames } from '../context/rest-dialect.ts'

export interface MqOperation extends TaggedResource {
  /** The headers that the request can have, by their keys in the dialect. */
  readonly requestHeaders?: readonly (keyof DialectHeaderNames)[]
  /** The headers that a successful response can have. */
  readonly responseHeaders?: readonly (keyof DialectHeaderNames)[]
}

/** The descriptions by method and path: `GET /admin/qmgr`. */
export type MqOperations = Readonly<Record<string, MqOperation>>

/** The headers of requests that another queue manager can pass on. */
export const gatewayHeaders = { requestHeaders: ['gateway'], responseHeaders: ['gateway'] } as const

/** Describes a GET that responds with JSON. */
export function read(
  tag: string,
  id: string,
  summary: string,
  response: object,
  parameters: Resource['parameters'] = [],
  more: Partial<MqOperation> = {},
): MqOperation {
  return { id, tag, summary, parameters, response, ...more }
}

/** Describes a change that responds without a body. */
export function change(
  tag: string,
  id: string,
  summary: string,
  status: 201 | 204,
  more: Partial<MqOperation> = {},
): MqOperation {
  return { id, tag, summary, ...(status === 201 && { status }), ...more }
}
