/** Applies the changes of a script to the message of its call, and sends its requests (`urlopen`) to hosts that the policy names. */
import { fetchWholeResponse, type OutgoingRequest } from '../../../../shared/http/client/index.ts'
import type { Catalog, SourceLocation, TlsProfile } from '../../../config/types/index.ts'
import type { Call } from '../../../data-plane/call/call.ts'
import { GatewayError } from '../../../data-plane/errors/gateway-errors.ts'
import { markParsed, replaceWithDecoded } from '../../../data-plane/message/decoded-body.ts'
import { findHeader, isJsonType, parseMediaType } from '../../../data-plane/message/headers.ts'
import { isReasonPhrase } from '../../../data-plane/message/reason-phrase.ts'
import { setMessageHeader } from '../../../data-plane/policies/message-actions.ts'
import type { UpstreamConnections } from '../../../data-plane/upstream/upstream-connections.ts'
import type { ScriptRequest, ScriptResult } from './script-messages.ts'
import type { ScriptReply, SendScriptRequest } from './script-runner.ts'

const unusable = new GatewayError('value_unusable')

/** Returns the error with which the script rejects the call, if it does. */
export function applyScriptResult(
  call: Call,
  result: ScriptResult,
  body: Uint8Array | string | undefined,
  location: SourceLocation,
): GatewayError | undefined {
  const { message } = call
  if (result.touched && !applyHeaders(call, result)) return unusable
  if (result.status !== undefined) {
    if (result.status < 200 || result.status > 599) {
      call.outcome.detail = `the script sets the status ${result.status}; a status is a number from 200 to 599`
      return new GatewayError('script_failed', { location })
    }
    message.status = result.status
  }
  if (result.reason !== undefined && !isReasonPhrase(result.reason)) return unusable
  message.reasonPhrase = result.reason ?? message.reasonPhrase
  if (result.hasBody) {
    const isBytes = typeof body === 'object'
    replaceWithDecoded(message, isBytes ? Buffer.from(body.buffer, body.byteOffset, body.byteLength) : body)
    const type = findHeader(message.headers, 'content-type')
    if (result.isJson && type === undefined) setMessageHeader(call, 'Content-Type', 'application/json')
    else if (result.isJson && isJsonType(parseMediaType(type) ?? '')) message.noteHeader('content-type')
  }
  if (result.isParsed) markParsed(message)
  applyVariables(call, result)
  if (!result.rejection) return undefined
  const { name, text, status = result.status, reason = result.reason } = result.rejection
  return new GatewayError('thrown', {
    catchName: name,
    status: status !== undefined && status >= 400 && status < 600 ? status : 500,
    location,
    reasonPhrase: reason !== undefined && isReasonPhrase(reason) ? reason : undefined,
    text,
  })
}

/** Returns false when a header cannot be sent. */
function applyHeaders(call: Call, { names = [], values = [], touched = [] }: ScriptResult): boolean {
  try {
    for (const lower of touched) {
      const found = values.filter((_, index) => names[index]?.toLowerCase() === lower)
      const name = names.find((each) => each.toLowerCase() === lower) ?? lower
      setMessageHeader(call, name, found.length > 0 ? found : undefined)
    }
    return true
  } catch {
    return false
  }
}

function applyVariables({ message }: Call, { variables, cleared = [] }: ScriptResult): void {
  if (!variables && cleared.length === 0) return
  message.variables ??= new Map()
  for (const name of cleared) message.variables.delete(name)
  for (const [name, value] of Object.entries(variables ?? {})) message.variables.set(name, value)
}

const maxResponseBytes = 8 * 1024 * 1024
const defaultTimeoutSeconds = 60
const maxTimeoutSeconds = 300

/**
 * Returns the function that sends requests. It rejects for hosts that `allowedHosts` lists neither alone nor with port.
 */
export function buildScriptRequests(
  allowedHosts: readonly string[],
  { catalog, connections }: { catalog: Catalog; connections: UpstreamConnections },
): SendScriptRequest {
  const hosts = new Set(allowedHosts.map((each) => each.toLowerCase()))

  function findProfile(name: string | undefined): TlsProfile | undefined {
    if (name === undefined) return undefined
    const [plainName = ''] = name.replace(/^client:/, '').split(':', 1)
    const profile = catalog.tlsProfiles.get(plainName)
    if (!profile) throw new Error(`the TLS profile "${name}" is not enabled in the catalog`)
    return profile
  }

  async function send(options: ScriptRequest, body: Uint8Array | undefined): Promise<ScriptReply> {
    const url = new URL(options.target)
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      throw new Error(`urlopen opens http and https, not "${url.protocol}//"`)
    if (!hosts.has(url.host) && !hosts.has(url.hostname))
      throw new Error(`urlopen may not open "${url.host}": add it to allowed-hosts of the policy`)
    const request: OutgoingRequest = {
      method: options.method,
      path: url.pathname + url.search,
      headers: options.headers.filter(
        (_, index, all) =>
          !/^(?:host|content-length|transfer-encoding|connection)$/i.test(all[index - (index % 2)] ?? ''),
      ),
    }
    if (body) request.body = Buffer.from(body)
    const connect = connections.find(url.origin, findProfile(options.profile))
    const response = await fetchWholeResponse(connect(), request, {
      timeoutMs: 1_000 * Math.min(options.timeout ?? defaultTimeoutSeconds, maxTimeoutSeconds),
      maxBodyBytes: maxResponseBytes,
    })
    return { head: JSON.stringify({ status: response.status, headers: response.headers }), body: response.body }
  }

  return async (options, body) => {
    try {
      return await send(JSON.parse(options) as ScriptRequest, body)
    } catch (error) {
      return { head: JSON.stringify({ error: (error as Error).message }), body: undefined }
    }
  }
}
