/** Schemas of the responses about the running gateway and its signing keys. */
import type { CallLogView } from '../../rest/call-log.ts'
import type { LiveView } from '../../rest/live.ts'
import type { ProviderKeysView, SigningKeyView } from '../../rest/signing-keys.ts'
import { flag, list, number, object, refer, text, view } from './schema-parts.ts'

const callCounts = list(object({ api: text, calls: number, errors: number, refusals: number }))
const latency = object({
  totalMs: number,
  buckets: list(object({ upToMs: { type: ['number', 'null'] }, calls: number })),
})
const source = {
  enum: ['store', 'file', 'environment', 'signer'],
  description: 'Where the private keys are. Only keys of the store can be rotated here.',
}

const message = {
  ...object(
    { headers: list(object({ name: text, value: text })) },
    { body: object({ bytes: number, isCut: flag }, { text }) },
  ),
  description:
    'Headers and body, where the activity log of the API keeps them. Secrets, tokens and cookies are masked.',
}

export const gatewayViews = {
  CallLogView: view<CallLogView>(
    {
      isRunning: flag,
      apis: { ...list(text), description: 'The APIs that can be recorded, as `name:version`.' },
      calls: {
        ...list(
          object(
            {
              ...{ requestId: text, at: text, method: text, path: text, status: number },
              ...{ bytes: number, totalMs: number },
            },
            {
              ...{ api: text, operation: text, application: text, reason: text, upstreamMs: number },
              ...{ request: message, response: message },
            },
          ),
        ),
        description: 'The recorded calls of all workers, the newest first.',
      },
    },
    {
      recording: {
        ...object({ calls: number, oneIn: number, until: text, by: text }, { api: text, application: text }),
        description: 'The recording that runs or ended last; absent when there is none.',
      },
    },
  ),
  LiveView: view<LiveView>(
    {
      at: { ...text, description: 'When the counters were read.' },
      limits: {
        ...list(object({ application: text, product: text, plan: text, limit: refer('LimitUsage') })),
        description: 'The limits with the highest use first; at most 20.',
      },
      workers: { ...number, description: 'The number of workers that responded.' },
      apis: callCounts,
      latency: {
        ...latency,
        description:
          'The total duration of all calls, and the number of calls up to each bound; null is the bound of all calls.',
      },
      upstreams: {
        ...list(
          object({
            target: text,
            requests: number,
            failures: number,
            openCircuits: number,
            unhealthyWorkers: number,
          }),
        ),
        description:
          'The upstreams of all catalogs, with the number of workers in which the circuit breaker is open or the check fails.',
      },
      rejections: {
        ...list(
          object(
            { requestId: text, at: text, method: text, path: text, status: number, reason: text },
            { application: text },
          ),
        ),
        description: 'The last rejected calls of the catalog, the newest first.',
      },
    },
    {
      earlier: {
        ...object({ at: text, apis: callCounts, latency }),
        description: 'With `earlier=true`, the counters half a second before.',
      },
    },
  ),
  ProviderKeysView: view<ProviderKeysView>(
    {
      provider: { ...text, description: 'The name of the provider.' },
      title: text,
      file: { ...text, description: 'The path of the document of the provider.' },
      jwksUrl: {
        ...text,
        description: 'The URL of the published keys, for resource servers that verify tokens themselves.',
      },
      accessTokenSeconds: {
        ...number,
        description: 'The longest life of an access token, and therefore of an older key, in seconds.',
      },
      rotatesAfterDays: {
        ...number,
        description: 'After how many days the gateway rotates the keys; 0 for never.',
      },
      source,
      keys: { ...list(refer('SigningKeyView')), description: 'The newest key first.' },
    },
    { rotatesAt: { ...text, description: 'When the gateway rotates the keys; absent when it does not.' } },
  ),
  SigningKeyView: view<SigningKeyView>(
    {
      kid: { ...text, description: 'The key id in the header of tokens: RFC 7638.' },
      algorithm: { ...text, description: 'The signature algorithm: RFC 7518.' },
      use: { ...text, description: '`sig`.' },
      source,
      state: {
        enum: ['next', 'signing', 'verifying', 'retired'],
        description:
          '`next`: published, and signs from `activeFrom` on. `signing`: signs new tokens. `verifying`: its tokens are accepted until `expiresAt`. `retired`: its tokens are rejected.',
      },
      activeFrom: text,
      isRemoved: {
        ...flag,
        description: 'Whether an operator removed the key before its last token had expired.',
      },
      isRemovable: { ...flag, description: 'Whether the key can be removed; the newest key cannot.' },
    },
    {
      createdAt: { ...text, description: 'Absent for a key that an older version created.' },
      expiresAt: {
        ...text,
        description: 'When the key stops or stopped verifying; absent for the newest key.',
      },
      firstUsedAt: {
        ...text,
        description:
          'When the key signed its first and its last token, to the minute; absent when it has not signed.',
      },
      lastUsedAt: text,
    },
  ),
}
