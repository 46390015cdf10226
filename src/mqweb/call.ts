/**
 * One REST call as a handler sees it, and what a handler answers.
 *
 * Handlers take a `Call` and return an `Answer` or throw; they never touch the response.
 */
import type { IncomingMessage } from 'node:http'

import type { Principal } from '../qm/index.ts'
import type { Dialect } from './dialect.ts'
import type { Caller } from './security/caller.ts'
import type { Services } from './services.ts'
import type { Version } from './version.ts'

export interface Call {
  readonly request: IncomingMessage
  /** Names from the path, decoded after it was split. */
  readonly params: Readonly<Record<string, string>>
  /** What follows the question mark, as it was sent. */
  readonly search: string
  readonly path: string
  readonly dialect: Dialect
  readonly version: Version
  /** Who called. */
  readonly caller: Caller
  /** As whom the queue manager acts for this call: the role that the route asks for decides. */
  readonly principal: Principal
  readonly services: Services
  /** Aborts when the client goes away. Made when it is first asked for. */
  readonly signal: AbortSignal
}

export interface Answer {
  status: number
  headers?: Readonly<Record<string, string>>
  body?: string | Buffer
}

export type Handler = (call: Call) => Answer | Promise<Answer>

const jsonType = { 'Content-Type': 'application/json; charset=utf-8' } as const

export function json(status: number, value: unknown, headers?: Readonly<Record<string, string>>): Answer {
  return { status, headers: headers ? { ...jsonType, ...headers } : jsonType, body: JSON.stringify(value) }
}

export function empty(status: 200 | 201 | 204, headers?: Readonly<Record<string, string>>): Answer {
  return headers ? { status, headers } : { status }
}
