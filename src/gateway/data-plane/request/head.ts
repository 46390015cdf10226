/** Reads the headers of a request in one pass: those that the gateway uses, and those that it forwards. */
import { FastPathRequest } from '../../../shared/http/fast-path/fast-path-request.ts'
import { RenderedHeaders } from '../../../shared/http/message/header-lines.ts'
import { cacheBySpelling } from '../../../shared/lib/headers/cache-by-spelling.ts'
import type { Call } from '../call/call.ts'
import type { CallStepResult } from '../call/call-progress.ts'
import { RequestHead } from '../call/caller.ts'
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

const readingOf = Symbol('the reading of a list of headers')

/** A list of the fast path: a connection has one for all requests that repeat its headers, so it is read once. */
type SharedList = readonly string[] & { [readingOf]?: ReturnType<typeof readSharedHeaders> }

export function readRequestHead(call: Pick<Call, 'request' | 'head' | 'message' | 'trace'>): CallStepResult {
  const { request, message, trace } = call
  // A trace has changed the list of the request.
  const shared: SharedList | undefined =
    !trace && request instanceof FastPathRequest ? request.receivedHeaders : undefined
  if (shared) {
    shared[readingOf] ??= readSharedHeaders(shared)
    message.receive(shared[readingOf].rendered)
  }
  const { head, forwarded, hasHost, error } = shared?.[readingOf] ?? readHeaders(request.rawHeaders)
  if (!shared) message.headers = forwarded // values of other parsers are checked when they are sent
  call.head = head
  if (error) return error
  if (!hasHost && request.httpVersionMinor === 1) return hostMissing
  return undefined
}

function readSharedHeaders(list: readonly string[]) {
  const reading = readHeaders(list)
  return { ...reading, rendered: new RenderedHeaders(reading.forwarded) }
}

/** Returns what the gateway uses, and the headers that it forwards. */
function readHeaders(raw: readonly string[]) {
  const head = new RequestHead()
  const kept: string[] = []
  let hasHost = false
  let connectionOptions: string | undefined
  const end = (error?: GatewayError) => ({ head, forwarded: removeHopHeaders(kept, connectionOptions), hasHost, error })

  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] ?? ''
    const value = raw[index + 1] ?? ''
    switch (findHandling(name)) {
      case 'host':
        if (hasHost) return end(hostRepeated) // RFC 9112 section 3.2
        hasHost = true
        continue
      case 'authorization':
        if (head.authorization !== undefined) return end(authorizationRepeated)
        head.authorization = value
        continue
      case 'connection':
        connectionOptions = appendToList(connectionOptions, value)
        continue
      case 'length':
        head.contentLength = value
        head.hasBody = value !== '0'
        continue
      case 'chunked':
        if (head.hasBody || value.toLowerCase() !== 'chunked') return end(codingUnsupported)
        head.hasBody = true
        continue
      case 'accept':
        head.accept = appendToList(head.accept, value)
        break
      case 'origin':
        head.origin = value
        break
      case 'traceparent':
        head.traceparent = head.traceparent === undefined ? value : ''
        break
      case 'client id':
        head.hasClientId = true
        break
      case 'drop':
        continue
    }
    kept.push(name, value)
  }
  return end()
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
