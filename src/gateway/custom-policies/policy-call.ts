/** What a policy of the operator sees of a call. */

import type { SourceLocation } from '../../config/types/index.ts'
import { normalizeAddress } from '../../http/request/client-address.ts'
import { decodeHeaderText } from '../../lib/headers/header-text.ts'
import type { Call } from '../call/call.ts'
import type { GatewayError } from '../errors/gateway-errors.ts'
import { readDecodedBody } from '../message/decoded-body.ts'
import { findHeader, removeHeader } from '../message/headers.ts'
import { setMessageHeader } from '../policies/message-actions.ts'
import { buildBodyErrors, defaultBodyLimit, findBodyError } from '../policy/read-body.ts'
import { findSetVariable, findVariableReader } from '../templates/variables.ts'
import type { PolicyCall, PolicyMessage } from './contract.ts'

/** Carries an error of the gateway through the code of a policy. */
export class RejectionInPolicy extends Error {
  override name = 'RejectionInPolicy'
  readonly rejection: GatewayError

  constructor(rejection: GatewayError, cause?: unknown) {
    super(`the call is rejected: ${rejection.reason}`, { cause })
    this.rejection = rejection
  }
}

const noAssigned: ReadonlySet<string> = new Set()

/** Returns a function that makes the call as a policy sees it. */
export function openPolicyCalls(
  location: SourceLocation,
  constants: ReadonlyMap<string, string>,
): (call: Call) => PolicyCall {
  const errors = buildBodyErrors(location)
  const find = (call: Call, name: string) => {
    const own = findSetVariable(call, name) ?? constants.get(name)
    return own === undefined ? findVariableReader(name, noAssigned)?.(call) : own
  }

  return (call) => ({
    id: call.id,
    method: call.method,
    path: call.target.path.slice(call.route.api?.catalog.path.length ?? 0),
    query: new URLSearchParams(call.target.search),
    address: normalizeAddress(call.remoteAddress),
    client: call.caller.client && { id: call.caller.client.clientId, application: call.caller.client.application.name },
    token: call.caller.token && { subject: call.caller.token.subject, scopes: [...call.caller.token.scopes] },
    requestHeader: (name) => {
      const value = call.request.headers[name.toLowerCase()]
      return value === undefined ? undefined : decodeHeaderText([value].flat().join(', '))
    },
    get: (name) => find(call, name),
    set(name, value) {
      call.message.variables ??= new Map()
      call.message.variables.set(name, value)
    },
    message: openMessage(call, errors),
  })
}

function openMessage(call: Call, errors: ReturnType<typeof buildBodyErrors>): PolicyMessage {
  const { message } = call
  const bytes = () =>
    readDecodedBody(call, defaultBodyLimit).catch((error) => {
      throw new RejectionInPolicy(findBodyError(call, error, errors), error)
    })

  return {
    get isResponse() {
      return message.isResponse
    },
    get status() {
      return message.status
    },
    set status(status) {
      if (!Number.isInteger(status) || status < 200 || status > 599) throw new Error(`${status} is not a status`)
      message.status = status
    },
    header: (name) => {
      const value = findHeader(message.headers, name.toLowerCase())
      return value === undefined ? undefined : decodeHeaderText(value)
    },
    setHeader: (name, value) => setMessageHeader(call, name, value),
    bytes,
    text: async () => (await bytes()).toString(),
    async json() {
      const text = (await bytes()).toString()
      try {
        return JSON.parse(text)
      } catch (error) {
        call.outcome.detail = (error as Error).message
        throw new RejectionInPolicy(errors.malformed, error)
      }
    },
    write(body) {
      const isPlain = typeof body === 'string' || body instanceof Uint8Array
      message.replaceBody(Buffer.from(isPlain ? (body as string) : JSON.stringify(body)))
      removeHeader(message.headers, 'content-encoding')
      if (!isPlain) setMessageHeader(call, 'Content-Type', 'application/json')
    },
  }
}
