/** Creates the `RestContext` of an authorized request. */
import type { IncomingMessage } from 'node:http'

import type { HttpResponse } from '../../http/message/http-response.ts'
import { ClientDisconnectedError } from '../../http/request/read-body.ts'
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
export function createRestContext(fields: RestContextFields): RestContext {
  return new RequestRestContext(fields)
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

  constructor(fields: RestContextFields) {
    this.request = fields.request
    this.params = fields.params
    this.path = fields.path
    this.search = fields.search
    this.dialect = fields.dialect
    this.version = fields.version
    this.caller = fields.caller
    this.principal = fields.principal
    this.services = fields.services
    this.#response = fields.response
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
