/**
 * The member `cache-response`: keeps responses in the memory of the worker. With `protocol` the rules of HTTP decide (RFC 9111),
 * with `time-to-live` the document: responses are kept for `cache-ttl` seconds, and all callers share them, as in API Connect.
 */
import { hash } from 'node:crypto'
import { serialize } from 'node:v8'
import type { OutgoingRequest } from '../../../../shared/http/client/index.ts'
import { getOrCreate } from '../../../../shared/lib/collections/get-or-create.ts'
import { Type } from '../../../../shared/lib/json-schema/type.ts'
import { type CacheDirectives, readDirectives } from '../../cache/cache-control.ts'
import { findVariance, isPublic, type KeptHead, type ReceivedResponse, readKeptHead } from '../../cache/cache-rules.ts'
import type { Call } from '../../call/call.ts'
import { locateWithin } from '../../errors/document-error.ts'
import { findHeader } from '../../message/headers.ts'
import type { PolicyContext } from '../../policy/policy.ts'
import { renderTemplate } from '../../templates/render-template.ts'
import { compileTemplate } from '../../templates/template.ts'
import type { UpstreamAuthentication } from '../../upstream/fresh-credential.ts'
import { compileStatusErrors } from '../../upstream/upstream-errors.ts'
import { CachedExchanges } from './cached-exchanges.ts'
import { describeUser } from './describe-user.ts'
import type { SentRequest } from './redirects.ts'
import type { InvokeSettings } from './settings.ts'

export const cacheSettingSchemas = {
  'cache-response': Type.Optional(
    Type.Enum(['protocol', 'no-cache', 'time-to-live'], {
      description:
        'protocol: responses are kept by the rules of HTTP; time-to-live: for cache-ttl seconds, for all callers; no-cache by default',
    }),
  ),
  'cache-ttl': Type.Number({ minimum: 0, maximum: 31_708_800, default: 900, description: 'Seconds' }),
  'cache-key': Type.Optional(Type.String({ description: 'The key of a response of time-to-live; the URL by default' })),
  'cache-putpost-response': Type.Boolean({
    default: false,
    description: 'Whether time-to-live keeps responses to PUT and POST',
  }),
}

/** What the two kinds of caches decide differently. */
export interface CacheTerms {
  /** The methods whose responses may be used, and kept. */
  readonly methods: ReadonlySet<string>
  /** Returns the part of the key that separates responses to different users; an empty text for all users. */
  separate(call: Call, request: OutgoingRequest): string
  /** Returns what identifies the resource: the URL of the upstream, or the value of `cache-key`. */
  identify(call: Call, sent: SentRequest): string
  readDirectives(headers: readonly string[]): CacheDirectives
  readKeptHead(response: ReceivedResponse): KeptHead | undefined
  isPublic(directives: CacheDirectives): boolean
  /** Whether a question to the upstream may renew kept responses. */
  readonly asksUpstream: boolean
}

/** Returns undefined when responses are not kept. */
export function compileResponseCache(
  settings: InvokeSettings,
  authentication: UpstreamAuthentication | undefined,
  context: Pick<PolicyContext, 'api' | 'catalog' | 'scope' | 'location' | 'deps' | 'responses'>,
) {
  const mode = settings['cache-response'] ?? context.api.cacheResponse
  if (mode !== 'time-to-live' && mode !== 'protocol') return undefined
  const terms = mode === 'protocol' ? protocolTerms : buildTimedTerms(settings, context)
  const { api, catalog, deps, responses: store } = context
  const timeoutMs = settings.timeout * 1_000
  const place = `${catalog.path} ${api.reference} `
  const asksUpstream = terms.asksUpstream && !settings['follow-redirects']
  // What decides about the requests to the upstream: the next revision of the documents may have the same.
  const { reference, properties, definitions, operations, assembly } = api
  const same = getOrCreate(digests, api, () => digest([reference, properties, definitions, operations, assembly]))
  const prefix = digest([catalog.path, catalog.tlsProfiles, same, context.location, settings])
  const options = { terms, asksUpstream, authentication, timeoutMs, store, place, prefix, clock: deps.clock }
  return new CachedExchanges({ ...options, findStatusError: compileStatusErrors(settings['stop-on-error']) })
}

/** Digests of APIs, which can be large: each `invoke` of an API needs its own. */
const digests = new WeakMap<object, string>()
const digest = (values: readonly unknown[]) => hash('sha256', serialize(values), 'base64')

const getAndHead: ReadonlySet<string> = new Set(['GET', 'HEAD'])

const protocolTerms: CacheTerms = {
  methods: getAndHead,
  asksUpstream: true,
  identify: (_, { origin, request }) => origin + request.path,
  separate: describeUser,
  readDirectives,
  readKeptHead,
  isPublic,
}

const noDirectives: CacheDirectives = new Map()

function buildTimedTerms(
  settings: InvokeSettings,
  { scope, location }: Pick<PolicyContext, 'scope' | 'location'>,
): CacheTerms {
  const freshMs = settings['cache-ttl'] * 1_000
  const keyText = settings['cache-key']
  const key = keyText ? compileTemplate(keyText, scope, locateWithin(location, 'cache-key')) : undefined
  return {
    methods: settings['cache-putpost-response'] ? new Set(['GET', 'PUT', 'POST']) : new Set(['GET']),
    asksUpstream: false,
    identify(call, { origin, request: { method, path, body } }) {
      const sent = Buffer.isBuffer(body) ? hash('sha256', body, 'base64') : ''
      return `${method} ${key ? renderTemplate(key, call) : origin + path} ${sent}`
    },
    separate: () => '',
    readDirectives: () => noDirectives,
    readKeptHead(response) {
      const { status, headers, receivedAt: generatedAt, order } = response
      const varies = findVariance(response)
      const isForbidden = /\b(?:no-store|private)\b/i.test(findHeader(headers, 'cache-control') ?? '')
      if (!timedStatuses.has(status) || isForbidden || !varies) return undefined
      const rules = { freshMs, staleMs: 0, isCheckedAlways: false, isNeverStale: true, varies, order }
      return { status, headers: headers.slice(), generatedAt, ...rules }
    },
    isPublic: () => true,
  }
}

const timedStatuses: ReadonlySet<number> = new Set([200, 203, 204, 300, 301, 404, 410])
