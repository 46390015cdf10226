/** The `Call` of a request that has passed the gate. */
import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Principal } from '../qm/index.ts'
import type { Call } from './call.ts'
import type { Dialect } from './dialect.ts'
import { ClientGone } from './http/body.ts'
import type { Caller } from './security/caller.ts'
import type { Services } from './services.ts'
import type { Version } from './version.ts'

export interface RestCallParts {
  request: IncomingMessage
  response: ServerResponse
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
  let signal: AbortSignal | undefined
  return {
    ...parts,
    get signal() {
      signal ??= goneSignal(parts.response)
      return signal
    },
  }
}

/** Aborts when the connection ends before the answer was written. */
function goneSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const gone = () => {
    if (!response.writableFinished) controller.abort(new ClientGone('the client went away'))
  }
  if (response.destroyed) gone()
  else response.once('close', gone)
  return controller.signal
}
