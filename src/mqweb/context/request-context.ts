/** The `RestContext` of a request. */
import type { IncomingMessage } from 'node:http'

import type { HttpResponse } from '../../http/message/http-response.ts'
import { createDisconnectSignal } from '../../http/request/disconnect-signal.ts'
import type { Principal } from '../../qm/index.ts'
import type { Caller } from '../identity/caller.ts'
import type { RestContext } from './rest-context.ts'
import type { RestDialect } from './rest-dialect.ts'
import type { RestServices } from './rest-services.ts'
import type { RestVersion } from './rest-version.ts'

/** A request that matches a route, with the path separated from the query and decoded path parameters. */
export interface MatchedRequest {
  request: IncomingMessage
  response: HttpResponse
  path: string
  /** The query string without the question mark. */
  search: string
  params: Readonly<Record<string, string>>
}

/**
 * The context of an authorized request. It creates the abort signal on first use, because the signal costs two listeners
 * and only requests that wait need it.
 */
export class RequestContext implements RestContext {
  readonly request: IncomingMessage
  readonly params: Readonly<Record<string, string>>
  readonly path: string
  readonly search: string
  readonly dialect: RestDialect
  readonly version: RestVersion
  readonly caller: Caller
  readonly principal: Principal
  readonly services: RestServices
  readonly #response: HttpResponse
  #signal: AbortSignal | undefined

  constructor(
    matched: MatchedRequest,
    mount: { dialect: RestDialect; version: RestVersion },
    authorized: { caller: Caller; principal: Principal },
    services: RestServices,
  ) {
    this.request = matched.request
    this.params = matched.params
    this.path = matched.path
    this.search = matched.search
    this.dialect = mount.dialect
    this.version = mount.version
    this.caller = authorized.caller
    this.principal = authorized.principal
    this.services = services
    this.#response = matched.response
  }

  get signal(): AbortSignal {
    this.#signal ??= createDisconnectSignal(this.#response)
    return this.#signal
  }
}
