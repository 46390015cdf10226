/**
 * The member `cache-response: time-to-live`: keeps responses in the memory of the worker for `cache-ttl` seconds.
 *
 * The document decides that callers share responses, as in API Connect; responses that set cookies or forbid storage
 * (`Cache-Control: no-store` or `private`, RFC 9111 section 3) are not kept.
 */
import { createHash } from 'node:crypto'

import { LRUCache } from 'lru-cache'
import type { OutgoingRequest } from '../../../http/client/index.ts'
import { type Static, Type } from '../../../lib/json-schema/type.ts'
import type { Call } from '../../call/call.ts'
import type { BodySink, UnreadResponseBody } from '../../call/call-message.ts'
import { locateWithin } from '../../errors/document-error.ts'
import { filterHeaders, findHeader } from '../../message/headers.ts'
import type { PolicyContext } from '../../policy/policy.ts'
import { renderTemplate } from '../../templates/render-template.ts'
import { compileTemplate } from '../../templates/template.ts'
import { removeCorsHeaders } from '../../upstream/response-headers.ts'

export const cacheSettingSchemas = {
  'cache-response': Type.Enum(['protocol', 'no-cache', 'time-to-live'], {
    default: 'protocol',
    description: 'Only time-to-live keeps responses',
  }),
  'cache-ttl': Type.Number({ minimum: 0, maximum: 31_708_800, default: 900, description: 'Seconds' }),
  'cache-key': Type.Optional(Type.String({ description: 'The key of a response; the URL by default' })),
  'cache-putpost-response': Type.Boolean({ default: false, description: 'Whether responses to PUT and POST are kept' }),
}

const members = Type.Object(cacheSettingSchemas)

interface CachedResponse {
  status: number
  headers: string[]
  body: Buffer
  storedAt: number
  /** The headers of the request that the response depends on (`Vary`), with their values. */
  varies: readonly (readonly [name: string, value: string | undefined])[]
}

export interface ResponseCache {
  /** Replaces the message with a kept response, and returns whether there was one; otherwise keeps the response to come. */
  serve(call: Call, origin: string, request: OutgoingRequest): boolean
}

const maxBodyBytes = 4 * 1024 * 1024
const maxCacheBytes = 32 * 1024 * 1024
const maxResponses = 10_000
const storable: ReadonlySet<number> = new Set([200, 203, 204, 300, 301, 404, 410])

/** Returns undefined when responses are not kept. */
export function compileResponseCache(
  settings: Static<typeof members>,
  { scope, location, deps }: Pick<PolicyContext, 'scope' | 'location' | 'deps'>,
): ResponseCache | undefined {
  if (settings['cache-response'] !== 'time-to-live') return undefined
  const ttlMs = settings['cache-ttl'] * 1_000
  const keyText = settings['cache-key']
  const key = keyText ? compileTemplate(keyText, scope, locateWithin(location, 'cache-key')) : undefined
  const methods = new Set(settings['cache-putpost-response'] ? ['GET', 'PUT', 'POST'] : ['GET'])
  const responses = new LRUCache<string, CachedResponse>({
    max: maxResponses,
    maxSize: maxCacheBytes,
    sizeCalculation: ({ body }) => body.length + 1_024,
  })

  return {
    serve(call, origin, request) {
      const { body } = request
      const isWhole = body === undefined || Buffer.isBuffer(body)
      if (!methods.has(request.method) || !isWhole) return false
      const digest = body ? createHash('sha256').update(body).digest('base64') : ''
      const text = `${request.method} ${key ? renderTemplate(key, call) : origin + request.path} ${digest}`
      const found = responses.get(text)
      const ageMs = found ? deps.clock() - found.storedAt : 0
      if (
        found &&
        ageMs < ttlMs &&
        found.varies.every(([name, value]) => findHeader(request.headers, name) === value)
      ) {
        restore(call, found, ageMs)
        return true
      }
      call.progress.enter([(later) => keep(later, request.headers, (each) => responses.set(text, each))])
      return false
    },
  }
}

function restore({ message, addedHeaders }: Call, { status, headers, body }: CachedResponse, ageMs: number): void {
  const kept = filterHeaders(headers, (name) => !/^age$/i.test(name))
  message.replaceBody(body)
  message.status = status
  message.isResponse = true
  message.headers = addedHeaders.hasCors ? removeCorsHeaders(kept) : kept
  message.headers.push('Age', String(Math.floor(ageMs / 1_000)))
}

/** Keeps the response of the message when its body has arrived, if it may be kept. */
function keep({ message, deps }: Call, sent: readonly string[], store: (response: CachedResponse) => void): undefined {
  const { status, headers, exchange } = message
  const vary = (findHeader(headers, 'vary')?.toLowerCase().split(',') ?? []).map((name) => name.trim())
  const isForbidden = /\b(?:no-store|private)\b/i.test(findHeader(headers, 'cache-control') ?? '')
  if (!exchange || !storable.has(status) || isForbidden || vary.includes('*') || findHeader(headers, 'set-cookie'))
    return
  const varies = vary.map((name) => [name, findHeader(sent, name)] as const)
  const kept = headers.slice()
  message.exchange = new KeptBody(exchange, (body) =>
    store({ status, headers: kept, body, storedAt: deps.clock(), varies }),
  )
}

/** A body that is also kept, up to a limit, on its way to its sink. */
class KeptBody implements UnreadResponseBody {
  readonly #exchange: UnreadResponseBody
  readonly #onWhole: (body: Buffer) => void
  readonly #parts: Buffer[] = []
  #length = 0

  constructor(exchange: UnreadResponseBody, onWhole: (body: Buffer) => void) {
    this.#exchange = exchange
    this.#onWhole = onWhole
  }

  flowTo(sink: BodySink): void {
    this.#exchange.flowTo({
      write: (chunk) => {
        this.#add(chunk)
        return sink.write(chunk)
      },
      onDrain: (resume) => sink.onDrain(resume),
      end: () => {
        if (this.#length <= maxBodyBytes) this.#onWhole(Buffer.concat(this.#parts))
        sink.end()
      },
      fail: (error) => sink.fail(error),
    })
  }

  cancel(): void {
    this.#exchange.cancel()
  }

  /** Copies the bytes, because the buffers of the connection are used again. */
  #add(chunk: Buffer): void {
    this.#length += chunk.length
    if (this.#length <= maxBodyBytes) this.#parts.push(Buffer.from(chunk))
    else this.#parts.length = 0
  }
}
