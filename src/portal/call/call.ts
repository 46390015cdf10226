/** A call of a resource, as its handler sees it. */
import type { IncomingMessage } from 'node:http'

import type { Resources } from '../rest/index.ts'
import type { PortalTools } from './deps.ts'

export type Resource = keyof Resources
type BodyOf<R extends Resource> = Resources[R] extends { body: infer B } ? B : undefined

export interface Call<R extends Resource = Resource> {
  request: IncomingMessage
  /** What stands in the path, by name. */
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  body: BodyOf<R>
  /** Who is signed in; of a resource that is open to everyone, an empty name. */
  user: User
  /** The origin under which the caller reaches the gateway. */
  origin: string
  tools: PortalTools
  /** Adds a field to the answer. */
  set(field: string, value: string): void
  /** Aborted when the caller goes away. */
  signal: AbortSignal
}

export interface User {
  name: string
  /** Decides about approvals. */
  isOwner: boolean
  /** The token of the session. */
  token: string
}

/** Answers with a body, or with none. Throws a `Refusal` to say no. */
export type Handler<R extends Resource> = (
  call: Call<R>,
) => Resources[R]['answer'] | Promise<Resources[R]['answer']>
