/** Creates the `RestContext` of an authorized request. */
import type { IncomingMessage } from 'node:http'

import type { HttpResponse } from '../../http/http-response.ts'
import { ClientDisconnectedError } from '../../http/read-body.ts'
import type { Principal } from '../../qm/index.ts'
import type { Caller } from '../identity/caller.ts'
import type { RestContext } from './rest-context.ts'
import type { RestDialect } from './rest-dialect.ts'
import type { RestServices } from './rest-services.ts'
import type { RestVersion } from './rest-version.ts'

export interface RestContextFields {
  request: IncomingMessage
  response: HttpResponse
  params: Readonly<Record<string, string>>
  path: string
  search: string
  dialect: RestDialect
  version: RestVersion
  caller: Caller
  principal: Principal
  services: RestServices
}

/**
 * Creates the context. It creates the abort signal on first use, because the signal costs two listeners and only
 * requests that wait need it.
 */
export function createRestContext(parts: RestContextFields): RestContext {
  return new RequestRestContext(parts)
}

class RequestRestContext implements RestContext {
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

  constructor(parts: RestContextFields) {
    this.request = parts.request
    this.params = parts.params
    this.path = parts.path
    this.search = parts.search
    this.dialect = parts.dialect
    this.version = parts.version
    this.caller = parts.caller
    this.principal = parts.principal
    this.services = parts.services
    this.#response = parts.response
  }

  get signal(): AbortSignal {
    this.#signal ??= goneSignal(this.#response)
    return this.#signal
  }
}

/** Returns a signal that aborts when the connection closes before the response is complete. */
function goneSignal(response: HttpResponse): AbortSignal {
  const controller = new AbortController()
  const gone = () => {
    if (!response.writableFinished) controller.abort(new ClientDisconnectedError('the client went away'))
  }
  if (response.destroyed) gone()
  else response.once('close', gone)
  return controller.signal
}
