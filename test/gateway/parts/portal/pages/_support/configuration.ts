/** Answers about documents, for the pages of owners who may change them; every text in them can be hostile. */

import { readFileSync } from 'node:fs'
import { buildEditorSchemas, findKind } from '../../../../../../src/gateway/config/index.ts'
import type {
  ConfigurationDocument,
  DocumentSummary,
  ProviderKeysView,
} from '../../../../../../src/gateway/parts/portal/rest/index.ts'
import { typeTables } from '../../../../_support/tables.ts'
import { answersWith, type Words } from './catalogue.ts'
import type { Answers } from './stand-in.ts'

const schemas = buildEditorSchemas(typeTables)

/** A document of each kind, from the sandbox. */
export const sampleFiles: Readonly<Record<string, string>> = {
  'user-registry': 'providers/customer-users.yaml',
  'oauth-provider': 'providers/customer-oauth.yaml',
  'tls-client-profile': 'providers/mq-web.yaml',
  catalog: 'catalogs/sandbox/catalog.yaml',
  product: 'catalogs/sandbox/products/customer.yaml',
  application: 'catalogs/sandbox/applications/sandbox-app.yaml',
  api: 'apis/customer-database.yaml',
}

/** A product with errors in its name and its plan. */
export const productWithErrors = 'product: 1.0.0\ninfo: { name: "a b" }\nplans: { free: { rate-limit: {} } }\n'

/** Returns the route of a document. */
export function routeOf(file = 'x'): string {
  return `#/configuration/${encodeURIComponent(file)}`
}

/** A document of a kind with its schema and the members that refer to others. */
export function documentOf(kind: string, text?: string, revision = 'r1'): ConfigurationDocument {
  const file = sampleFiles[kind] as string
  return {
    file,
    kind,
    revision,
    isWritable: true,
    text: text ?? readFileSync(file, 'utf8'),
    schema: schemas[kind] as object,
    references: findKind(kind)?.references ?? [],
  }
}

export function configurationAnswers(words?: Words): Answers {
  const title = words?.title ?? 'Customers'
  const description = words?.description ?? 'Who buys here.'
  const documents = Object.entries(sampleFiles).map(
    ([kind, file]): DocumentSummary => ({
      file,
      kind,
      title,
      name: kind === 'api' ? 'customer-database' : `sample-${kind}`,
      version: '1.0.0',
      ...(kind === 'product' && { plans: [title] }),
      ...(kind === 'oauth-provider' && { scopes: [title, 'customer'] }),
    }),
  )
  const revision = { revision: 'aaaa1111', at: '2026-01-31T11:00:00.000Z', by: title, changes: [description] }
  return {
    ...answersWith(words),
    'GET /configuration': { documents, isWritable: true },
    'GET /configuration/document': documentOf('product'),
    'GET /configuration/references': [{ file: title, path: description }],
    'POST /configuration/preview': {
      problems: [{ severity: 'warning', file: title, line: 1, column: 1, message: description }],
      changes: [{ text: description, applications: [title] }],
      effects: 'cccc3333',
      patch: `+${title}\n-${description}\n`,
    },
    'GET /configuration/revisions': [revision, { ...revision, revision: 'bbbb2222', changes: [] }],
    'GET /configuration/revisions/:revision': { ...revision, previous: 'bbbb2222', isInUse: false, files: [title] },
    'GET /configuration/revisions/:revision/difference': { patch: `+${title}\n-${description}\n` },
    'GET /configuration/revisions/:revision/document': { text: description },
    'POST /configuration/sign-in-test': { outcome: 'rejected', steps: [title], message: description },
    'GET /configuration/calls': {
      recording: { api: title, calls: 100, oneIn: 10, until: '2026-01-01T00:05:00.000Z', by: title },
      isRunning: false,
      apis: [title],
      calls: [
        {
          requestId: 'r-1',
          at: '2026-01-01T00:00:00.000Z',
          method: 'GET',
          path: title,
          status: 403,
          reason: description,
          api: title,
          application: title,
          bytes: 5,
          totalMs: 1.25,
          request: { headers: [{ name: 'X-Title', value: title }], body: { bytes: 9, isCut: true, text: description } },
          response: { headers: [], body: { bytes: 3, isCut: false } },
        },
      ],
    },
    'GET /configuration/answer': {
      rows: [
        {
          catalog: 'acme/sandbox',
          application: title,
          plan: title,
          limit: 'default',
          used: '80 of 100',
          until: '2026-01-01T01:00:00.000Z',
        },
      ],
    },
    'GET /configuration/keys': [
      providerKeys(title),
      { ...providerKeys(title), provider: 'b', rotatesAfterDays: 0 },
      { ...providerKeys(title), provider: 'c', source: 'signer' },
    ],
    'POST /configuration/keys/:provider': providerKeys(title),
    'DELETE /configuration/keys/:provider/:key': undefined,
    'GET /configuration/live': {
      at: '2026-01-01T00:00:00.000Z',
      workers: 2,
      apis: [{ api: title, calls: 5, errors: 1, refusals: 1 }],
      latency: { totalMs: 50, buckets: [{ upToMs: null, calls: 5 }] },
      upstreams: [{ target: title, requests: 5, failures: 1, openCircuits: 1, unhealthyWorkers: 0 }],
      rejections: [
        {
          requestId: 'r-1',
          at: '2026-01-01T00:00:00.000Z',
          method: 'GET',
          path: title,
          status: 403,
          reason: description,
          application: title,
        },
      ],
      limits: [
        {
          application: title,
          product: title,
          plan: title,
          limit: {
            name: 'default',
            kind: 'rate',
            intervalSeconds: 3600,
            hard: true,
            part: '',
            calls: 100,
            words: description,
            used: 60,
            left: 40,
          },
        },
      ],
    },
  }
}

/** A provider with a key in each state. */
function providerKeys(title: string): ProviderKeysView {
  const times = {
    createdAt: '2026-01-01T00:00:00.000Z',
    activeFrom: '2026-01-01T00:00:02.000Z',
    firstUsedAt: '2026-01-01T00:00:10.000Z',
    lastUsedAt: '2026-01-02T00:00:00.000Z',
  }
  const shared = {
    algorithm: 'ES256',
    use: 'sig',
    source: 'store' as const,
    isRemoved: false,
    isRemovable: false,
    ...times,
  }
  const kid = (letter: string) => letter.repeat(43)
  return {
    provider: 'a',
    title,
    file: 'providers/customer-oauth.yaml',
    jwksUrl: 'http://127.0.0.1:8080/jwks',
    source: 'store',
    accessTokenSeconds: 3600,
    rotatesAfterDays: 90,
    rotatesAt: '2026-04-01T00:00:02.000Z',
    keys: [
      { ...shared, kid: kid('d'), state: 'next' },
      { ...shared, kid: kid('c'), state: 'signing', isRemovable: true },
      { ...shared, kid: kid('b'), state: 'verifying', isRemovable: true, expiresAt: '2026-02-01T00:00:00.000Z' },
      { ...shared, kid: kid('a'), state: 'retired', isRemoved: true, expiresAt: '2026-01-03T00:00:00.000Z' },
    ],
  }
}
