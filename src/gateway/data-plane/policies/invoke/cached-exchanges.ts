/**
 * Serves calls of an `invoke` with kept responses, and keeps the responses of its upstream.
 *
 * Calls that miss the same response at the same time wait for the first of them, for a short while: the caller of the first one
 * may read slowly. A kept response that may be stale is renewed while it is used. `Cache-Status` (RFC 9211) says what happened.
 */
import { fetchWholeResponse, type OutgoingRequest } from '../../../../shared/http/client/index.ts'
import type { Clock } from '../../../../shared/lib/time/clock.ts'
import type { CacheDirectives } from '../../cache/cache-control.ts'
import {
  askForChange,
  decideUse,
  hasValidator,
  isUnmodified,
  type ReceivedResponse,
  renew,
} from '../../cache/cache-rules.ts'
import { KeptBody, maxKeptBodyBytes } from '../../cache/kept-body.ts'
import type { KeptResponse, ResponseStore } from '../../cache/store/response-store.ts'
import type { Call } from '../../call/call.ts'
import type { BodySink } from '../../call/call-message.ts'
import type { CallStep } from '../../call/call-progress.ts'
import { GatewayError } from '../../errors/gateway-errors.ts'
import { filterHeaders, findHeader } from '../../message/headers.ts'
import type { UpstreamAuthentication } from '../../upstream/fresh-credential.ts'
import { listForwardedHeaders, reuseResponseHeaders } from '../../upstream/response-headers.ts'
import type { UpstreamLease } from '../../upstream/upstream.ts'
import type { FindStatusError } from '../../upstream/upstream-errors.ts'
import type { SentRequest } from './redirects.ts'
import type { CacheTerms } from './response-cache.ts'

export type SendRequestNow = () => ReturnType<CallStep>

export interface CachedExchangeOptions {
  terms: CacheTerms
  /** Whether a question to the upstream may renew kept responses. */
  asksUpstream: boolean
  /** What the upstream knows the gateway by; undefined without `authenticate`. */
  authentication: UpstreamAuthentication | undefined
  /** The time for the renewal of a stale response. */
  timeoutMs: number
  /** The function that returns the error which a response is; undefined when no response is one. */
  findStatusError: FindStatusError | undefined
  store: ResponseStore
  /** What keeps the resources of different APIs apart. */
  place: string
  /** The beginning of the keys of responses: what decides about them beside the request. */
  prefix: string
  clock: Clock
}

interface Keys {
  /** The resource, which unsafe requests invalidate. */
  url: string
  /** The key of responses for the user of the call. */
  ownKey: string
  /** The key of responses for all users. */
  publicKey: string
}

/** A request whose response may come from the cache. */
interface Lookup extends Keys {
  call: Call
  sent: SentRequest
  send: SendRequestNow
  directives: CacheDirectives
}

type BegunRequest = Pick<ReceivedResponse, 'sent' | 'requestedAt' | 'order'>

/** The request of the first of several calls that miss the same response. */
type Fill = { ended: Promise<void>; end(): void }

const safe: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])
const notKept = new GatewayError('not_cached')
/** Headers of requests whose responses are parts, or depend on the state of the resource at the upstream. */
const passing = /^(?:range|if-match|if-unmodified-since|if-range)$/i
const maxWaitMs = 5_000
const maxRenewals = 64

export class CachedExchanges {
  readonly #options: CachedExchangeOptions
  readonly #fills = new Map<string, Fill>()
  #renewals = 0

  constructor(options: CachedExchangeOptions) {
    this.#options = options
  }

  /** Continues the call with a kept response, or with `send`, whose response may be kept. */
  serve(call: Call, sent: SentRequest, send: SendRequestNow): ReturnType<CallStep> {
    const { terms, store, place, prefix } = this.#options
    const { request } = sent
    if (!terms.methods.has(request.method)) {
      if (safe.has(request.method) || !terms.asksUpstream) return send()
      const { origin } = sent
      const target = terms.identify(call, sent)
      call.progress.enter([
        ({ message: { status, headers } }) => {
          if (status >= 400) return
          for (const url of listChangedUrls(target, origin, headers)) store.invalidate(`${place}${url}`)
        },
      ])
      return send()
    }
    const directives = terms.readDirectives(request.headers)
    if (call.upgrade || directives.has('no-store') || isPassing(request, terms)) {
      note(call, 'bypass', 'fwd=request')
      return send()
    }
    const url = `${place}${terms.identify(call, sent)}`
    const ownKey = `${prefix} ${url} ${terms.separate(call, request)}`
    const look = { call, sent, send, directives, url, ownKey, publicKey: `${prefix} ${url}` }
    return this.#find(look, true)
  }

  #find(look: Lookup, mayWait: boolean): ReturnType<CallStep> {
    const { call, sent, directives, url, ownKey, publicKey } = look
    const { store, clock, asksUpstream } = this.#options
    const { headers } = sent.request
    const isFor = ([name, value]: KeptResponse['varies'][number]) => findHeader(headers, name) === value
    const [own, shared] = [store.find(ownKey, url, isFor), store.find(publicKey, url, isFor)]
    const kept = own && shared && own.generatedAt <= shared.generatedAt ? shared : (own ?? shared) // RFC 9111 section 4
    const use = kept && decideUse(kept, directives, clock())
    if (kept && (use === 'fresh' || (use === 'stale' && this.#options.asksUpstream))) {
      if (use === 'stale') this.#renewLater(look, kept)
      return this.#use(call, kept, use === 'stale' ? 'stale' : 'hit', headers)
    }
    if (directives.has('only-if-cached')) return notKept
    const fill = mayWait && !store.isPassed(ownKey) ? this.#fills.get(ownKey) : undefined
    if (fill) return fill.ended.then(() => (call.progress.isOver ? undefined : this.#find(look, false)))
    return this.#fetch(look, kept && asksUpstream && hasValidator(kept.headers) ? kept : undefined)
  }

  #fetch(look: Lookup, kept: KeptResponse | undefined): ReturnType<CallStep> {
    const { call, sent, send } = look
    const fill = this.#openFill(look.ownKey)
    if (fill) call.response.once('close', fill.end)
    const begun = this.#begin(sent.request.headers)
    if (kept) sent.request.headers = askForChange(sent.request.headers, kept)
    call.progress.enter([(later) => this.#receive(later, look, { begun, kept, fill })])
    return send()
  }

  /** The step that runs when the head of the response has arrived. */
  #receive(
    call: Call,
    look: Lookup,
    { begun, kept, fill }: { begun: BegunRequest; kept: KeptResponse | undefined; fill: Fill | undefined },
  ): undefined {
    const { message } = call
    const { store, clock } = this.#options
    const response = { ...begun, status: message.status, headers: message.headers, receivedAt: clock() }
    if (kept && message.status === 304) {
      message.exchange?.flowTo(ignored)
      message.exchange = undefined
      fill?.end()
      this.#use(call, this.#keepRenewed(look, kept, response), 'revalidated', begun.sent)
      return
    }
    note(call, 'miss', kept ? `fwd=stale; fwd-status=${message.status}` : 'fwd=uri-miss')
    const isKept = message.exchange && look.sent.request.method !== 'HEAD' && this.#keepBody(call, look, response, fill)
    if (isKept) return
    if (message.status !== 304 && look.sent.request.method !== 'HEAD') store.pass(look.ownKey)
    fill?.end()
  }

  /** Keeps the body of a response while the caller gets it. Returns false when the response may not be kept. */
  #keepBody({ message }: Call, look: Lookup, response: ReceivedResponse, fill: Fill | undefined): boolean {
    const { exchange, headers, responseLength } = message
    const { terms, store } = this.#options
    const head = terms.readKeptHead(response)
    if (!head || !exchange || responseLength > maxKeptBodyBytes || look.sent.isRedirected) return false
    const key = this.#keyFor(look, headers)
    message.exchange = new KeptBody(exchange, store, (body) => {
      if (body) store.add(key, { ...head, body })
      fill?.end()
    })
    return true
  }

  /** Renews a response that is used although it is stale. At most one request for each response runs at a time. */
  #renewLater({ call, sent, ...keys }: Lookup, kept: KeptResponse): void {
    const fill = this.#renewals < maxRenewals ? this.#openFill(keys.ownKey) : undefined
    const lease = fill && sent.upstream.acquire(call)
    if (!lease) return void fill?.end()
    this.#renewals += 1
    void this.#renew(lease, sent.request, keys, kept).finally(() => {
      this.#renewals -= 1
      fill.end()
    })
  }

  async #renew(lease: UpstreamLease, { path, headers: sent }: OutgoingRequest, keys: Keys, kept: KeptResponse) {
    const { authentication, timeoutMs, clock, store, terms, findStatusError } = this.#options
    const headers = askForChange(sent, kept)
    const begun = this.#begin(sent)
    const limits = { timeoutMs, maxBodyBytes: maxKeptBodyBytes }
    try {
      await authentication?.authenticate(headers)
      const { body, ...head } = await fetchWholeResponse(lease.connections, { method: 'GET', path, headers }, limits)
      const { status } = head
      lease.release(status, undefined)
      const response = { ...begun, status, headers: listForwardedHeaders(head.headers), receivedAt: clock() }
      const isError = findStatusError?.(status, findHeader(head.headers, 'content-type')) !== undefined
      const changed = status === 304 || isError ? undefined : terms.readKeptHead(response)
      if (status === 304) this.#keepRenewed(keys, kept, response)
      else if (changed) store.add(this.#keyFor(keys, head.headers), { ...changed, body: Buffer.from(body) })
      else if (status === 401) authentication?.reject(headers)
      else if (status < 500) for (const key of [keys.ownKey, keys.publicKey]) store.pass(key)
    } catch {
      lease.release(undefined, 'upstream_unreachable')
    }
  }

  #keepRenewed(keys: Keys, kept: KeptResponse, response: ReceivedResponse): KeptResponse {
    const { renewed, isKept } = renew(kept, response)
    if (isKept) this.#options.store.add(this.#keyFor(keys, renewed.headers), renewed)
    return renewed
  }

  #keyFor({ ownKey, publicKey }: Keys, headers: readonly string[]): string {
    const { terms } = this.#options
    return terms.isPublic(terms.readDirectives(headers)) ? publicKey : ownKey
  }

  /** Replaces the message with the kept response, or with a 304 for a caller that has it already. */
  #use(call: Call, kept: KeptResponse, result: 'hit' | 'stale' | 'revalidated', request: readonly string[]): undefined {
    const { message } = call
    const ageMs = Math.max(0, this.#options.clock() - kept.generatedAt)
    const isKnown = isUnmodified(kept, request)
    const headers = filterHeaders(kept.headers, (name) => !(isKnown ? notIn304 : /^age$/i).test(name))
    message.replaceBody(isKnown ? undefined : kept.body)
    message.status = isKnown ? 304 : kept.status
    message.reasonPhrase = undefined
    message.isResponse = true
    message.headers = reuseResponseHeaders(call, kept, headers)
    message.headers.push('Age', String(Math.floor(ageMs / 1_000)))
    const hit = `hit; ttl=${Math.ceil((kept.freshMs - ageMs) / 1_000)}`
    note(call, result, result === 'revalidated' ? 'fwd=stale; fwd-status=304' : hit)
  }

  #begin(headers: readonly string[]): BegunRequest {
    const { clock, store } = this.#options
    return { sent: headers.slice(), requestedAt: clock(), order: store.now() }
  }

  /** Lets further calls wait for the response to this one; returns undefined when they wait for another one already. */
  #openFill(key: string): Fill | undefined {
    if (this.#fills.has(key) || this.#options.store.isPassed(key)) return undefined
    const { promise, resolve } = Promise.withResolvers<void>()
    const end = () => {
      clearTimeout(timer)
      if (this.#fills.get(key) === fill) this.#fills.delete(key)
      resolve()
    }
    const timer = setTimeout(end, maxWaitMs)
    const fill = { ended: promise, end }
    this.#fills.set(key, fill)
    return fill
  }
}

const maxUrlLength = 2_000

/**
 * Returns the URLs whose responses an unsafe request has made invalid: its own, and those of `Location` and `Content-Location`
 * at the same origin. RFC 9111 section 4.4.
 */
function listChangedUrls(target: string, origin: string, headers: readonly string[]): ReadonlySet<string> {
  const urls = new Set([target])
  for (const name of ['location', 'content-location']) {
    const value = findHeader(headers, name)
    const url = value === undefined || value.length > maxUrlLength ? null : URL.parse(value, target)
    if (url?.origin === new URL(origin).origin) urls.add(`${origin}${url.pathname}${url.search}`)
  }
  return urls
}

const notIn304 = /^(?:age|content-(?:length|encoding|type|range))$/i

/** Drops the end of a response without a body, so that its connection serves further requests. */
const ignored: BodySink = { write: () => true, onDrain() {}, end() {}, fail() {} }

function isPassing({ headers, body }: OutgoingRequest, { asksUpstream }: CacheTerms): boolean {
  if (body !== undefined && (asksUpstream || !Buffer.isBuffer(body))) return true
  return headers.some((name, index) => index % 2 === 0 && passing.test(name))
}

function note({ outcome, addedHeaders }: Call, result: NonNullable<Call['outcome']['cache']>, status: string): void {
  outcome.cache = result
  addedHeaders.list.push('Cache-Status', `Sluice; ${status}`)
}
