/** Reads the headers of a request in one pass: those that the gateway uses, and those that it forwards. */
import { cacheBySpelling } from '../../../shared/lib/headers/cache-by-spelling.ts'
import type { Call } from '../call/call.ts'
import type { CallStepResult } from '../call/call-progress.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import { filterHeaders } from '../message/headers.ts'

const hostRepeated = new GatewayError('host_repeated')
/** RFC 9112 section 6.1: a body whose transfer coding the gateway does not decode cannot be forwarded. */
const codingUnsupported = new GatewayError('coding_unsupported')
const hostMissing = new GatewayError('host_missing')
const authorizationRepeated = new GatewayError('authorization_repeated')

/** What the gateway does with a header. */
type HeaderHandling =
  | 'pass'
  | 'drop'
  | 'host'
  | 'authorization'
  | 'connection'
  | 'length'
  | 'chunked'
  | 'accept'
  | 'origin'
  | 'traceparent'
  | 'client id'

const handlings: ReadonlyMap<string, HeaderHandling> = new Map(
  Object.entries({
    host: 'host',
    authorization: 'authorization',
    connection: 'connection',
    'content-length': 'length',
    'transfer-encoding': 'chunked',
    accept: 'accept',
    origin: 'origin',
    traceparent: 'traceparent',
    // Hop-by-hop headers: RFC 9110 section 7.6.1.
    'keep-alive': 'drop',
    'proxy-connection': 'drop',
    'proxy-authorization': 'drop',
    'proxy-authenticate': 'drop',
    te: 'drop',
    trailer: 'drop',
    upgrade: 'drop',
    'http2-settings': 'drop',
    expect: 'drop', // the server of this hop answers it
    // Headers that only the gateway may set.
    forwarded: 'drop',
    'x-real-ip': 'drop',
    'x-request-id': 'drop',
    'x-original-url': 'drop',
    'x-rewrite-url': 'drop',
    // The keys of the caller's application.
    'x-ibm-client-id': 'client id',
    'x-ibm-client-secret': 'drop',
  } satisfies Record<string, HeaderHandling>),
)

const findHandling = cacheBySpelling((spelling): HeaderHandling => {
  const name = spelling.replaceAll('_', '-') // some upstreams read an underscore as a hyphen
  if (name.startsWith('x-forwarded-')) return 'drop'
  const known = handlings.get(name) ?? 'pass'
  return known !== 'pass' && spelling.includes('_') ? 'drop' : known
})

export function readRequestHead(call: Pick<Call, 'request' | 'head' | 'message'>): CallStepResult {
  const raw = call.request.rawHeaders
  const kept: string[] = []
  let hostCount = 0
  let connectionOptions: string | undefined

  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] ?? ''
    const value = raw[index + 1] ?? ''
    switch (findHandling(name)) {
      case 'host':
        hostCount += 1
        if (hostCount > 1) return hostRepeated // RFC 9112 section 3.2
        continue
      case 'authorization':
        if (call.head.authorization !== undefined) return authorizationRepeated
        call.head.authorization = value
        continue
      case 'connection':
        connectionOptions = appendToList(connectionOptions, value)
        continue
      case 'length':
        call.head.contentLength = value
        call.head.hasBody = value !== '0'
        continue
      case 'chunked':
        if (call.head.hasBody || value.toLowerCase() !== 'chunked') return codingUnsupported
        call.head.hasBody = true
        continue
      case 'accept':
        call.head.accept = appendToList(call.head.accept, value)
        break
      case 'origin':
        call.head.origin = value
        break
      case 'traceparent':
        call.head.traceparent = call.head.traceparent === undefined ? value : ''
        break
      case 'client id':
        call.head.hasClientId = true
        break
      case 'drop':
        continue
    }
    kept.push(name, value)
  }
  if (hostCount === 0 && call.request.httpVersionMinor === 1) return hostMissing
  call.message.headers = removeHopHeaders(kept, connectionOptions)
  return undefined
}

/** Returns the value of a header that is a list, with the value of a further line: RFC 9110 section 5.3. */
function appendToList(list: string | undefined, value: string): string {
  return list === undefined ? value : `${list}, ${value}`
}

/** Removes the headers that `Connection` lists as hop-by-hop. */
function removeHopHeaders(headers: string[], connection: string | undefined): string[] {
  if (connection === undefined || /^(?:keep-alive|close)$/i.test(connection)) return headers
  const names = new Set(connection.split(',').map((name) => name.trim().toLowerCase()))
  return filterHeaders(headers, (name) => !names.has(name.toLowerCase()))
}
