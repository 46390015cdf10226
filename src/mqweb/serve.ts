/** One resource at work: the gate, what its handler answers, and the edge that writes it. */
import type { IncomingMessage } from 'node:http'

import type { HttpResponse } from '../http/http-response.ts'
import type { Dialect } from './call/dialect.ts'
import { restCall } from './call/rest-call.ts'
import type { Services } from './call/services.ts'
import type { Version } from './call/version.ts'
import { RestError } from './errors/rest-error.ts'
import { corsHeaders } from './http/cors.ts'
import { answerWith } from './http/error-boundary.ts'
import { type Admission, admit } from './http/gate.ts'
import type { Route } from './routes.ts'

/** A request that a route has taken, its path split from its query and the names in it decoded. */
export interface Routed {
  request: IncomingMessage
  response: HttpResponse
  path: string
  /** What follows the question mark. */
  search: string
  params: Readonly<Record<string, string>>
}

/** Answers the requests of one route. The promise never rejects. */
export type Serve = (routed: Routed) => Promise<void>

/** Where routes are mounted: how they speak, and whose roles they ask for. */
export interface Place {
  dialect: Dialect
  version: Version
  application: 'rest' | 'console'
}

export function serve([, , , access, handler]: Route, place: Place, services: Services): Serve {
  const { dialect, version, application } = place
  return function serve(routed) {
    const { request, response, path } = routed
    const cors = corsOf(place, request, services)
    const handle = ({ caller, principal }: Admission) => {
      requireDecodable(path)
      return handler(restCall({ ...routed, dialect, version, caller, principal, services }))
    }
    const work = () => {
      const admission = admit(request, path, access, dialect, services, application)
      return admission instanceof Promise ? admission.then(handle) : handle(admission)
    }
    return answerWith(request, response, services, work, cors)
  }
}

/** The pages of other origins may call the REST API where that is allowed, and never what is behind the console. */
export function corsOf(
  { application, dialect }: Omit<Place, 'version'>,
  request: IncomingMessage,
  services: Services,
): ReturnType<typeof corsHeaders> {
  if (application === 'console') return undefined
  return corsHeaders(request, services.settings().properties, dialect)
}

/** The router hands over what it cannot decode as it stands; a name like that means nothing. */
function requireDecodable(path: string): void {
  if (!path.includes('%')) return
  try {
    decodeURIComponent(path)
  } catch (cause) {
    throw new RestError('MQWB0011E', [path], { cause })
  }
}
