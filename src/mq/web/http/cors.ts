/** CORS headers for pages of `mqRestCorsAllowedOrigins` (Fetch standard, section 3.2). */
import type { IncomingMessage } from 'node:http'
import type { RestDialect } from '../context/rest-dialect.ts'
import type { PropertyValues } from '../settings/properties.ts'

/** The number of headers of a preflight request that are read. */
const maxRequestedHeaders = 100

type CorsProperties = Pick<PropertyValues, 'mqRestCorsAllowedOrigins' | 'mqRestCorsMaxAgeInSeconds'>

/** Returns the headers that let the page of an allowed origin read the response; undefined when CORS does not apply. */
export function renderCorsHeaders(
  request: IncomingMessage,
  properties: CorsProperties,
  dialect: RestDialect,
): Readonly<Record<string, string>> | undefined {
  const { origin } = request.headers
  if (origin === undefined || properties.mqRestCorsAllowedOrigins === '') return undefined
  if (!isAllowedOrigin(origin, properties)) return { Vary: 'Origin' }

  const { messageId, correlationId, expiry, persistence, priority, replyTo, properties: usr } = dialect.headers
  const own = ['location', 'retry-after', 'idempotent-replayed', 'sluice-messages', 'traceparent', 'tracestate']
  const exposed = [messageId, correlationId, expiry, persistence, priority, replyTo, usr, ...own]
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': exposed.join(', '),
  }
}

/** Returns the additional headers of the response to a preflight request. CloudEvents may have any headers `ce-*`. */
export function renderPreflightHeaders(
  request: IncomingMessage,
  properties: CorsProperties,
  dialect: RestDialect,
): Readonly<Record<string, string>> {
  const requested = request.headers['access-control-request-headers']?.toLowerCase() ?? ''
  const eventHeaders = requested.split(',', maxRequestedHeaders).map((name) => name.trim())
  const headers = [
    'content-type',
    'authorization',
    'idempotency-key',
    'last-event-id',
    'traceparent',
    'tracestate',
    'sluice-admission',
    ...eventHeaders.filter((name) => /^ce-[a-z0-9]{1,64}$/.test(name)),
    ...Object.values(dialect.headers),
  ]
  return {
    'Access-Control-Allow-Methods': 'GET, POST, PATCH, DELETE',
    'Access-Control-Allow-Headers': headers.join(', '),
    'Access-Control-Max-Age': String(properties.mqRestCorsMaxAgeInSeconds),
  }
}

/** Returns whether a request is a CORS preflight, which browsers send without credentials. */
export function isPreflight(request: IncomingMessage): boolean {
  return request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
}

/** Returns whether `mqRestCorsAllowedOrigins` contains the origin or `*`. */
export function isAllowedOrigin(
  origin: string,
  { mqRestCorsAllowedOrigins: allowed }: Pick<PropertyValues, 'mqRestCorsAllowedOrigins'>,
): boolean {
  return allowed.split(',').some((each) => each.trim() === '*' || each.trim().toLowerCase() === origin.toLowerCase())
}
