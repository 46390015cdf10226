/** The context and the response of a REST handler, which returns or throws and never writes the HTTP response. */
import type { IncomingMessage } from 'node:http'
import type { Log } from '../../../shared/lib/output/log.ts'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { ApplicationIdentity, Installation, Principal, QueueManager } from '../../manager/index.ts'
import { RestError } from '../errors/rest-error.ts'
import type { Caller, Role } from '../identity/roles.ts'
import type { ResponseCounts } from '../metrics/mqweb-metrics.ts'
import type { Authenticator } from '../security/authenticator.ts'
import type { CredentialVerifier } from '../security/credential-verifier.ts'
import type { SessionStore } from '../security/session-store.ts'
import type { SignInProvider } from '../security/sign-in-provider.ts'
import type { MqwebSettings } from '../settings/settings.ts'
import type { Leases } from './leases.ts'
import type { MessagingLimit } from './messaging-limit.ts'
import type { RestDialect, RestVersion } from './rest-dialect.ts'
import type { WaitingGets } from './waiting-gets.ts'
import type { PartService, RequestForwarding, WebResources } from './web-part.ts'

/** A request that matches a route. */
export interface MatchedRequest {
  readonly request: IncomingMessage
  readonly path: string
  /** The query string without the question mark, as the client sent it. */
  readonly search: string
  /** The path parameters, decoded after the path was split. */
  readonly params: Readonly<Record<string, string>>
}

export interface RestContext extends MatchedRequest {
  readonly dialect: RestDialect
  readonly version: RestVersion
  /** The user who sent the request. */
  readonly caller: Caller
  /** The principal that the queue manager checks for this request. The role that gave access decides it. */
  readonly principal: Principal
  readonly services: RestServices
  /** Returns the signal that aborts when the client disconnects. Created on first use. */
  signal(): AbortSignal
}

export interface RestResponse {
  status: number
  headers?: Readonly<Record<string, string>>
  /** The body. An iterable is rendered while it is sent. */
  body?: string | Buffer | Iterable<string> | undefined
  /** In place of a body: server-sent events, each of which is sent at once. */
  events?: AsyncIterable<string>
}

export type RestHandler = (context: RestContext) => RestResponse | Promise<RestResponse>

const jsonType = { 'Content-Type': 'application/json; charset=utf-8' } as const

export function jsonResponse(status: number, value: unknown, headers?: Readonly<Record<string, string>>): RestResponse {
  return { status, headers: headers ? { ...jsonType, ...headers } : jsonType, body: JSON.stringify(value) }
}

/** The maximum number of items that are rendered at once. */
const maxUnstreamedItems = 50

/** Builds the 200 response `{[list]: items, …tail}`. `render` returns the JSON of an item; a long list is streamed. */
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
    if (first.length > maxUnstreamedItems) {
      const body = pieces(begin + first.join(','), iterator, render, end)
      return { status: 200, headers: { ...jsonType, ...headers }, body }
    }
  }
  return { status: 200, headers: { ...jsonType, ...headers }, body: begin + first.join(',') + end }
}

function* pieces<T>(begin: string, rest: Iterator<T>, render: (item: T) => string, end: string): Generator<string> {
  yield begin
  for (let next = rest.next(); !next.done; next = rest.next()) yield `,${render(next.value)}`
  yield end
}

export function emptyResponse(status: 200 | 201 | 204, headers?: Readonly<Record<string, string>>): RestResponse {
  return headers ? { status, headers } : { status }
}

/** Who may call a resource: everyone (`open`), every user (`signedIn`), or the roles, most privileged first. */
export type RouteAccess = 'open' | 'signedIn' | readonly Role[]

/**
 * One resource: method, path template, versions of the API that have the resource, who may call it, and its handler.
 * A route with the mark `'fast path'` is served without the router. A route with the mark `'uncompressed'` never
 * compresses its responses, because they contain text of several parties. A route about a queue manager is forwarded
 * when the active instance runs on another machine, unless its mark is `'this instance'`.
 */
export type RestRoute = readonly [
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  versions: readonly (1 | 2 | 3)[],
  access: RouteAccess,
  handler: RestHandler,
  mark?: 'fast path' | 'uncompressed' | 'this instance',
]

/** Returns the gateway's name: of the header, or of the property mqRestGatewayQmgr for other queue managers. */
export function findGatewayName({
  dialect,
  request,
  services,
  params,
}: Pick<RestContext, 'dialect' | 'request' | 'services' | 'params'>): string | undefined {
  const given = request.headers[dialect.lowerCaseHeaders.gateway]
  if (typeof given === 'string' && given !== '') return given
  if (services.installation.find(params.qmgr as string)) return undefined
  return services.settings().properties.mqRestGatewayQmgr || undefined
}

/** Returns the gateway and the response header that names it, if any. Throws MQWB0018E when it cannot be used. */
export function findGateway(
  context: RestContext,
): { name: string; manager: QueueManager; headers: Readonly<Record<string, string>> } | undefined {
  const { dialect, services } = context
  const name = findGatewayName(context)
  if (name === undefined) return undefined
  if (!services.settings().properties.mqRestGatewayEnabled)
    throw new RestError('MQWB0018E', [name, 'the property mqRestGatewayEnabled is false'])

  const gateway = services.installation.find(name)
  if (!gateway) throw new RestError('MQWB0018E', [name, 'this installation has no queue manager of this name'])
  if (gateway.state !== 'running') throw new RestError('MQWB0018E', [name, 'it is not running'])
  return { name, manager: gateway, headers: { [dialect.headers.gateway]: name } }
}

/** The services that handlers use. The server creates them once. */
export interface RestServices {
  installation: Installation
  /** Returns the current settings. They change while the server runs. */
  settings: () => MqwebSettings
  authenticator: Pick<Authenticator, 'authenticate'>
  credentials: CredentialVerifier
  sessions: SessionStore
  /** Returns the provider at which users of the console sign in; undefined when there is none. */
  provider: () => SignInProvider | undefined
  /** The user who started the server. Administrators act as this principal. */
  serverPrincipal: Principal
  messagingLimit: MessagingLimit
  waitingGets: WaitingGets
  leases: Leases
  responseCounts: ResponseCounts
  /** The services that the parts have opened. Handlers of a part find theirs by its class. */
  partServices: readonly PartService[]
  /** The REST resources of the parts. */
  resources: readonly WebResources[]
  /** Sends requests to the active instance of a queue manager on another machine; undefined without the part. */
  forwarding: RequestForwarding | undefined
  clock: Clock
  log: Log
}

/** Runs `work` with a connection to a queue manager and closes the connection. */
export async function runWithConnection<T, C extends AsyncDisposable>(
  manager: { connect(principal: Principal, application: ApplicationIdentity): C },
  principal: Principal,
  application: ApplicationIdentity,
  work: (connection: C) => Promise<T>,
): Promise<T> {
  await using connection = manager.connect(principal, application)
  return await work(connection)
}
