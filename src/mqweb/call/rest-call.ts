/** The `Call` of a request that has passed the gate. */
import type { IncomingMessage } from 'node:http'

import type { HttpResponse } from '../../http/http-response.ts'
import type { Principal } from '../../qm/index.ts'
import { ClientGone } from '../http/body.ts'
import type { Caller } from '../security/caller.ts'
import type { Call } from './call.ts'
import type { Dialect } from './dialect.ts'
import type { Services } from './services.ts'
import type { Version } from './version.ts'

export interface RestCallParts {
  request: IncomingMessage
  response: HttpResponse
  params: Readonly<Record<string, string>>
  path: string
  search: string
  dialect: Dialect
  version: Version
  caller: Caller
  principal: Principal
  services: Services
}

/** The signal costs two listeners, so it is made for those who look at it: calls that wait. */
export function restCall(parts: RestCallParts): Call {
  return new RestCall(parts)
}

class RestCall implements Call {
  readonly request: IncomingMessage
  readonly params: Readonly<Record<string, string>>
  readonly path: string
  readonly search: string
  readonly dialect: Dialect
  readonly version: Version
  readonly caller: Caller
  readonly principal: Principal
  readonly services: Services
  readonly #response: HttpResponse
  #signal: AbortSignal | undefined

  constructor(parts: RestCallParts) {
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

/** Aborts when the connection ends before the answer was written. */
function goneSignal(response: HttpResponse): AbortSignal {
  const controller = new AbortController()
  const gone = () => {
    if (!response.writableFinished) controller.abort(new ClientGone('the client went away'))
  }
  if (response.destroyed) gone()
  else response.once('close', gone)
  return controller.signal
}
