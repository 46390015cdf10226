/**
 * Sends deliveries, signed as Standard Webhooks says (https://www.standardwebhooks.com). Redirects are responses like others,
 * and not followed.
 */
import { createHmac } from 'node:crypto'
import { type LookupAddress, lookup as resolveHost } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { Agent } from 'undici'
import { buildNetworkCheck } from '../../../shared/http/request/trusted-proxies.ts'
import type { Message } from '../../manager/index.ts'
import { restV1 } from '../../web/context/rest-dialect.ts'
import { renderEvent, structuredType } from '../../web/messaging/cloud-events.ts'
import { renderTraceHeaders } from '../../web/messaging/descriptor-headers.ts'
import { renderMessageJson } from '../../web/messaging/message-json.ts'
import type { WebhookRecord } from './webhook-store.ts'

/** Returns the request. `now` decides which secrets sign it, in milliseconds since the epoch. */
export function buildDelivery(
  message: Message,
  { url, format, secrets, timeoutSeconds, target }: WebhookRecord,
  qmgr: string,
  now: number,
): Delivery {
  const place = 'queue' in target ? `queue/${target.queue}` : `topic/${target.topic}`
  const isEvent = format === 'cloudevent'
  const data = { qmgr, ...target, ...renderMessageJson(message, restV1) }
  const body = isEvent
    ? renderEvent(message, `/qmgr/${qmgr}/${place}`)
    : JSON.stringify({ type: 'mq.message', timestamp: new Date(message.putAt).toISOString(), data })
  return {
    url,
    id: message.messageId.toString('hex'),
    body,
    contentType: isEvent ? structuredType : 'application/json',
    headers: renderTraceHeaders(message),
    secrets: secrets.flatMap(({ secret, until = now }) => (until >= now ? [secret] : [])),
    timeoutMs: timeoutSeconds * 1000,
  }
}

/** Networks that are not on the public internet (RFC 6890), and those whose addresses contain IPv4 addresses. */
const isInside = buildNetworkCheck([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/3', '::/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32', '2002::/16'],
  ...['fc00::/7', 'fe80::/9', 'ff00::/8'],
])

/**
 * `allowedNetworks` returns CIDRs inside the network to which deliveries may go, also by plain HTTP. A connection goes to
 * the address that was checked, so that a name cannot resolve to another one afterwards.
 */
function buildAddressCheck(allowedNetworks: () => string) {
  function isAllowed(address: string): boolean {
    const entries = allowedNetworks().split(',')
    return buildNetworkCheck(entries.map((each) => each.trim()).filter((each) => each !== ''))(address)
  }

  /** Throws an `Error` unless deliveries may go to the address. */
  function checkAddress(address: string, protocol: string): void {
    if (isAllowed(address)) return
    const allow = 'the property mqRestWebhookAllowedNetworks does not contain it'
    if (isInside(address)) throw new Error(`the host has an address inside the network, and ${allow}`)
    if (protocol !== 'https:') throw new Error(`the host can be reached with https only, because ${allow}`)
  }

  return {
    checkAddress,
    /** Returns the look-up of connections, which fails for a host with an address to which deliveries may not go. */
    buildLookup(protocol: string): LookupFunction {
      return (host, options, callback) => {
        resolveHost(host, { ...options, all: true }, (error, found) => {
          const problem =
            error ?? findProblem(() => found.forEach(({ address }) => void checkAddress(address, protocol)))
          if (problem) return callback(problem, '', 0)
          const [first] = found as [LookupAddress]
          return options.all ? callback(null, found) : callback(null, first.address, first.family)
        })
      }
    },
  }
}

function findProblem(check: () => void): Error | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    return error as Error
  }
}

const connectTimeoutMs = 10_000
const maxConnections = 64
const maxResponseBytes = 16 * 1024
const maxRetryAfterSeconds = 3_600

/** A delivery to a URL: its id is the same in each attempt. */
export interface Delivery {
  url: string
  id: string
  body: string
  contentType: string
  /** Headers of the message, such as `traceparent`. */
  headers: Readonly<Record<string, string>>
  secrets: readonly string[]
  timeoutMs: number
}

/** The status of the response, or why there is none. */
export type DeliveryResult = { status?: number; error?: string; retryAfterMs?: number }

export type WebhookSender = ReturnType<typeof openWebhookSender>

/** Opens the agents of both schemes. undici is loaded when it is first needed. */
async function openAgents(buildLookup: ReturnType<typeof buildAddressCheck>['buildLookup']) {
  const { Agent } = await import('undici')
  const open = (protocol: string) => {
    const connect = { lookup: buildLookup(protocol), timeout: connectTimeoutMs }
    return new Agent({ connect, connections: maxConnections })
  }
  return { 'http:': open('http:'), 'https:': open('https:') }
}

/**
 * `allowedNetworks` returns CIDRs inside the network to which deliveries may go, also by plain HTTP. A connection goes to
 * the address that was checked, so that a name cannot resolve to another one afterwards.
 */
export function openWebhookSender(allowedNetworks: () => string, clock: () => number) {
  let agents: Promise<Readonly<Record<string, Agent>>> | undefined
  const { checkAddress, buildLookup } = buildAddressCheck(allowedNetworks)

  async function post(delivery: Delivery, signal: AbortSignal): Promise<DeliveryResult> {
    const { origin, protocol, pathname, search, hostname } = new URL(delivery.url)
    const literal = hostname.replace(/^\[|\]$/g, '')
    if (isIP(literal)) checkAddress(literal, protocol) // no look-up follows
    agents ??= openAgents(buildLookup)
    const agent = (await agents)[protocol] as Agent
    const response = await agent.request({
      origin,
      path: pathname + search,
      method: 'POST',
      headers: { ...delivery.headers, ...buildHeaders(delivery, clock()) },
      body: delivery.body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(delivery.timeoutMs)]),
    })
    await response.body.dump({ limit: maxResponseBytes }).catch(() => undefined)
    const seconds = Number(response.headers['retry-after'])
    const retry = seconds > 0 ? { retryAfterMs: Math.min(seconds, maxRetryAfterSeconds) * 1000 } : {}
    return { status: response.statusCode, ...retry }
  }

  return {
    /** Builds and sends a delivery. Resolves with the result; never rejects. */
    async send(build: () => Delivery, signal: AbortSignal): Promise<DeliveryResult> {
      let timeoutMs = 0
      try {
        const delivery = build()
        timeoutMs = delivery.timeoutMs
        return await post(delivery, signal)
      } catch (error) {
        return { error: describe(error as Error, timeoutMs) }
      }
    },

    /** Rejects with the reason for which the server must not deliver to a URL. */
    async checkUrl(text: string): Promise<void> {
      const url = parseUrl(text)
      const host = url.hostname.replace(/^\[|\]$/g, '')
      if (isIP(host)) return checkAddress(host, url.protocol)
      const lookup = buildLookup(url.protocol)
      await new Promise<void>((resolve, reject) =>
        lookup(host, { all: true }, (error) => (error ? reject(error) : resolve())),
      )
    },

    async close(): Promise<void> {
      for (const agent of Object.values((await agents) ?? {})) await agent.destroy()
    },
  }
}

function parseUrl(text: string): URL {
  const url = URL.parse(text)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw new Error('it must be an https URL')
  if (url.username !== '' || url.password !== '') throw new Error('it must not contain a user name or password')
  return url
}

function buildHeaders({ id, body, contentType, secrets }: Delivery, now: number): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000))
  const signatures = secrets.map((secret) => `v1,${sign(secret, `${id}.${timestamp}.${body}`)}`)
  return {
    'content-type': contentType,
    'user-agent': 'Sluice-Webhook',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

/** Returns the signature in base64. The part of the secret after `whsec_` is the key in base64. */
function sign(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64')
  return createHmac('sha256', key).update(content).digest('base64')
}

function describe(error: Error, timeoutMs: number): string {
  if (error.name === 'TimeoutError') return `no response within ${timeoutMs / 1000} s`
  const inner = error instanceof AggregateError ? error.errors[0] : error
  return String(inner?.message ?? error.message).slice(0, 300)
}
