/**
 * Sends deliveries, signed as Standard Webhooks says (https://www.standardwebhooks.com). Redirects are responses like others,
 * and not followed.
 */
import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import type { Agent } from 'undici'
import { buildAddressCheck } from './webhook-address.ts'

const connectTimeoutMs = 10_000
const maxConnections = 64
const maxResponseBytes = 16 * 1024
const maxRetryAfterSeconds = 3_600

/** What is sent: the id is the same in each attempt. */
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

/** `allowedNetworks` returns CIDRs inside the network to which deliveries may go, also by plain HTTP. */
export function openWebhookSender(allowedNetworks: () => string, clock: () => number) {
  let agents: Promise<Readonly<Record<string, Agent>>> | undefined
  const { checkAddress, buildLookup } = buildAddressCheck(allowedNetworks)

  /** undici is loaded when it is first needed. */
  async function openAgents() {
    const { Agent } = await import('undici')
    const open = (protocol: string) => {
      const connect = { lookup: buildLookup(protocol), timeout: connectTimeoutMs }
      return new Agent({ connect, connections: maxConnections })
    }
    return { 'http:': open('http:'), 'https:': open('https:') }
  }

  async function post(delivery: Delivery, signal: AbortSignal): Promise<DeliveryResult> {
    const { origin, protocol, pathname, search, hostname } = new URL(delivery.url)
    const literal = hostname.replace(/^\[|\]$/g, '')
    if (isIP(literal)) checkAddress(literal, protocol) // no look-up follows
    agents ??= openAgents()
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
    /** Resolves with the result; never rejects. */
    send: (delivery: Delivery, signal: AbortSignal): Promise<DeliveryResult> =>
      post(delivery, signal).catch((error: Error) => ({ error: describe(error, delivery.timeoutMs) })),

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
