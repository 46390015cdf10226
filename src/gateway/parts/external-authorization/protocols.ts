/** The kinds of authorization services: the request that one gets, and what its response means. */
import type { OutgoingRequest, WholeResponse } from '../../../shared/http/client/index.ts'
import { isHeaderValue, isToken } from '../../../shared/http/message/header-lines.ts'
import { attempt } from '../../../shared/lib/collections/attempt.ts'
import {
  isJsonObject,
  type JsonLimits,
  membersOf,
  parseForeignJson,
  parseJson,
  requireJsonLimits,
} from '../../../shared/lib/collections/json-object.ts'
import type { Call } from '../../data-plane/call/call.ts'
import { findHeader, groupHeaders, isJsonType, parseMediaType } from '../../data-plane/message/headers.ts'

/** The part of a call that a service sees. */
export interface AuthorizationQuestion {
  call: Call
  /** The path and query of the service. */
  path: string
  /** The headers of the request that the service sees, and the texts of the setting `values`. */
  headers: readonly string[]
  values: Readonly<Record<string, string>>
  /** The body of the request; undefined where the service gets none. */
  body: Buffer | undefined
}

export interface AuthorizationDecision {
  isAllowed: boolean
  /** The status of a refusal, from 300 to 499. */
  status: number
  /** The headers of the decision, as a flat list of names and values. */
  headers: readonly string[]
}

/** Reports a response that is no decision. */
class NoDecisionError extends Error {
  override name = 'NoDecisionError'
}

interface AuthorizationProtocol {
  /** Throws a `JsonLimitError` for a body above a limit. */
  buildRequest(question: AuthorizationQuestion): OutgoingRequest
  /** Returns the decision. Throws a `NoDecisionError`. */
  readDecision(response: WholeResponse): AuthorizationDecision
}

/**
 * The HTTP service of Envoy's external authorization: it gets method, path and headers of the call. 2xx allows; 5xx is
 * a failure; any other response refuses.
 */
const extAuthz: AuthorizationProtocol = {
  buildRequest({ call, path, headers, values, body }) {
    const { target, method } = call
    const prefix = path === '/' ? '' : path
    return {
      method,
      path: `${prefix}${target.path}${target.search}`,
      headers: [...headers, ...Object.entries(values).flat()],
      body,
    }
  },

  readDecision({ status, headers }) {
    if (status >= 500) throw new NoDecisionError(`it responded with status ${status}`)
    return { isAllowed: status < 300, status, headers }
  },
}

/**
 * The data API of Open Policy Agent: it gets the call as `input`. The result is `true`, or an object with `allow` or
 * `allowed`, and with `http_status` and `headers`, as in the plugin for Envoy. A result that is missing is not defined
 * by the policy, and refuses.
 */
const opa: AuthorizationProtocol = {
  buildRequest({ call, path, headers, values, body }) {
    const { method, target } = call
    const { path: sent, search } = target
    const input = {
      request: { method, path: sent, query: search.slice(1), headers: groupHeaders(headers), body: body?.toString() },
      parsed_path: sent.split('/').slice(1),
      parsed_body: body && parseBody(body, headers, call.route.bodyLimits),
      source: { address: call.remoteAddress },
      client: call.caller.client?.clientId,
      user: call.caller.token?.subject ?? call.caller.user,
      scopes: call.caller.token && [...call.caller.token.scopes],
      values,
    }
    const content = ['Accept', 'application/json', 'Content-Type', 'application/json']
    return { method: 'POST', path, headers: content, body: Buffer.from(JSON.stringify({ input })) }
  },

  readDecision({ status, body }) {
    if (status !== 200) throw new NoDecisionError(`it responded with status ${status}`)
    const response = attempt(() => parseForeignJson(body))
    if (!isJsonObject(response)) throw new NoDecisionError('its response is no JSON object')
    const { result } = response
    const { allow, allowed, http_status: refused, headers } = membersOf(result)
    const own = typeof refused === 'number' && Number.isInteger(refused) && refused >= 300 && refused < 500
    return {
      isAllowed: [result, allow, allowed].includes(true) && allow !== false && allowed !== false,
      status: own ? refused : 403,
      headers: Object.entries(membersOf(headers)).flatMap(readHeader),
    }
  },
}

export const protocols = { 'ext-authz': extAuthz, opa } as const

function parseBody(body: Buffer, headers: readonly string[], limits: JsonLimits | undefined): unknown {
  const type = parseMediaType(findHeader(headers, 'content-type'))
  if (type === undefined || !isJsonType(type)) return undefined
  requireJsonLimits(body, limits)
  return parseJson(body.toString())
}

/** Returns a header of a result. Throws a `NoDecisionError` for a text that cannot be a header. */
function readHeader([name, value]: [string, unknown]): [string, string] {
  if (isToken(name) && typeof value === 'string' && isHeaderValue(value)) return [name, value]
  throw new NoDecisionError(`its result has a header that is none: ${JSON.stringify(name).slice(0, 80)}`)
}
