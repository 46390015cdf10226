/**
 * One REST call as a handler sees it, and what a handler answers.
 *
 * Handlers take a `Call` and return an `Answer` or throw; they never touch the response.
 */
import type { IncomingMessage } from 'node:http'

import type { Principal } from '../../qm/index.ts'
import type { Caller } from '../identity/caller.ts'
import type { RestDialect } from './rest-dialect.ts'
import type { RestServices } from './rest-services.ts'
import type { RestVersion } from './rest-version.ts'

export interface RestContext {
  readonly request: IncomingMessage
  /** Names from the path, decoded after it was split. */
  readonly params: Readonly<Record<string, string>>
  /** What follows the question mark, as it was sent. */
  readonly search: string
  readonly path: string
  readonly dialect: RestDialect
  readonly version: RestVersion
  /** Who called. */
  readonly caller: Caller
  /** As whom the queue manager acts for this call: the role that the route asks for decides. */
  readonly principal: Principal
  readonly services: RestServices
  /** Aborts when the client goes away. Made when it is first asked for. */
  readonly signal: AbortSignal
}

export interface RestResponse {
  status: number
  headers?: Readonly<Record<string, string>>
  /** Pieces of text are rendered while they are sent. */
  body?: string | Buffer | Iterable<string>
}

export type RestHandler = (context: RestContext) => RestResponse | Promise<RestResponse>

const jsonType = { 'Content-Type': 'application/json; charset=utf-8' } as const

export function jsonResponse(
  status: number,
  value: unknown,
  headers?: Readonly<Record<string, string>>,
): RestResponse {
  return { status, headers: headers ? { ...jsonType, ...headers } : jsonType, body: JSON.stringify(value) }
}

/** Items that fit into one answer without anybody noticing. */
const few = 50

/**
 * As `json`, of `{[list]: items, …tail}`: where the items are many they are rendered while they are sent. `render` makes
 * the text of each.
 */
export function jsonListResponse<T>(
  list: string,
  items: Iterable<T>,
  tail: Readonly<Record<string, unknown>> = {},
  headers?: Readonly<Record<string, string>>,
  render: (item: T) => string = (item) => JSON.stringify(item),
): RestResponse {
  const begin = `{${JSON.stringify(list)}:[`
  const members = JSON.stringify(tail).slice(1)
  const end = members === '}' ? ']}' : `],${members}`

  const iterator = items[Symbol.iterator]()
  const first: string[] = []
  for (let next = iterator.next(); !next.done; next = iterator.next()) {
    first.push(render(next.value))
    if (first.length > few) {
      const body = pieces(begin + first.join(','), iterator, render, end)
      return { status: 200, headers: { ...jsonType, ...headers }, body }
    }
  }
  return { status: 200, headers: { ...jsonType, ...headers }, body: begin + first.join(',') + end }
}

function* pieces<T>(
  begin: string,
  rest: Iterator<T>,
  render: (item: T) => string,
  end: string,
): Generator<string> {
  yield begin
  for (let next = rest.next(); !next.done; next = rest.next()) yield `,${render(next.value)}`
  yield end
}

export function emptyResponse(
  status: 200 | 201 | 204,
  headers?: Readonly<Record<string, string>>,
): RestResponse {
  return headers ? { status, headers } : { status }
}
