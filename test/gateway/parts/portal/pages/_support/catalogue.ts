/** A catalog with everything that a page can show; every text in it can be replaced by a hostile one. */
import type {
  ApiView,
  ApplicationView,
  ExplanationView,
  PortalView,
  ProductView,
  ProviderView,
  SessionView,
  TokenView,
  UsageMinutes,
  UsageView,
} from '../../../../../../src/gateway/parts/portal/rest/index.ts'
import { type Answers, prefix, published } from './stand-in.ts'

export interface Words {
  title: string
  description: string
}

const plainWords: Words = { title: 'Customers', description: 'Who buys here, and where they live.' }

/** Answers for a user with two applications who owns the catalog. */
export function answersWith({ title, description }: Words = plainWords): Answers {
  const application = applicationWith(title)
  const product = productWith(title, description)
  return {
    'GET /portal': portal(title),
    'GET /session': session,
    'POST /session': session,
    'DELETE /session': undefined,
    'GET /products': [product],
    'GET /products/:product': product,
    'GET /apis/:api': apiWith(title, description),
    'GET /guides': [{ name: 'start', title, summary: description, minutes: 2 }],
    'GET /guides/:guide': { name: 'start', title, text: description },
    'GET /search': [
      { kind: 'guide', guide: 'start', title, text: description },
      { kind: 'product', product: 'customer', title, text: description },
      { kind: 'api', api: 'customers:1.0.0', title, text: description },
      {
        kind: 'operation',
        api: 'customers:1.0.0',
        operation: 'change',
        title,
        text: title,
        method: 'PUT',
        path: '/customers/{id}',
      },
    ],
    'GET /providers': [providerWith(title, description)],
    'GET /applications': [application, { ...application, name: 'other', state: 'disabled' }],
    'GET /applications/:application': application,
    'GET /applications/:application/usage': usageWith(title),
    'GET /applications/:application/minutes': minutesWith(title),
    'GET /applications/:application/months': [
      { month: '2026-01', api: title, plan: title, calls: 640, errors: 16, refusals: 48, tokens: 3 },
    ],
    'GET /applications/:application/days': [
      { day: '2026-01-01', api: title, plan: title, calls: 640, errors: 16, refusals: 48, tokens: 3 },
    ],
    'GET /applications/:application/rejections': [
      {
        requestId: 'r-1',
        at: '2026-01-01T00:00:00Z',
        method: 'GET',
        path: '/x',
        status: 403,
        reason: 'scope_insufficient',
        advice: description,
      },
    ],
    'GET /approvals': [
      {
        id: '1',
        application: 'shop',
        applicationTitle: title,
        owner: description,
        email: 'someone@example.org',
        product: 'customer',
        productTitle: title,
        plan: 'gold',
        planTitle: title,
      },
    ],
    'GET /explanations/:request': explanationWith(description),
    'POST /tokens/inspect': tokenWith(title, description),
  }
}

function portal(title: string): PortalView {
  return {
    org: 'acme',
    catalog: 'sandbox',
    title,
    prefix,
    origin: published,
    hasPasswords: true,
    selfSignup: true,
    maxSecretDays: 0,
    isPublic: false,
    hasGuides: true,
    sendsMail: true,
    brand: { name: title, hasLogo: false, hasPicture: false, links: [{ title, url: 'https://example.com/' }] },
    callback: `${published}${prefix}/callback`,
  }
}

const session: SessionView = {
  name: 'nora',
  owner: true,
  emailVerified: false,
  email: 'nora@example.com',
  editsDocuments: true,
  csrf: 'csrf-of-nora',
  expiresAt: '2030-01-01T00:00:00Z',
  hasPassword: true,
  idleMinutes: 30,
}

function productWith(title: string, description: string): ProductView {
  const api = { reference: 'customers:1.0.0', name: 'customers', version: '1.0.0', title }
  const limit = { kind: 'rate', intervalSeconds: 3600, hard: true, part: '' } as const
  return {
    name: 'customer',
    version: '1.0.0',
    title,
    description,
    hasIcon: false,
    deprecated: false,
    plans: [
      {
        name: 'free',
        title: 'Free',
        description,
        price: title,
        approval: false,
        apis: [api.reference],
        limits: [{ ...limit, name: 'default', calls: 100, words: '100 calls per hour' }],
        operations: [{ api: api.reference, operations: ['GET /customers'] }],
      },
      { name: 'gold', title: 'Gold', description, approval: true, apis: [api.reference], limits: [], operations: [] },
    ],
    apis: [api],
  }
}

function apiWith(title: string, description: string): ApiView {
  return {
    reference: 'customers:1.0.0',
    name: 'customers',
    version: '1.0.0',
    title,
    description,
    basePath: '/acme/sandbox/customers',
    server: `${published}/acme/sandbox/customers`,
    enforced: true,
    offline: false,
    hasMessages: false,
    deprecation: { since: '2026-01-01', sunset: '2030-01-01', text: description, link: 'https://example.com/' },
    operations: [
      {
        id: 'change',
        method: 'PUT',
        path: '/customers/{id}',
        summary: title,
        description,
        tags: [title],
        deprecated: true,
        parameters: [
          { name: 'id', in: 'path', required: true, description, schema: 1, example: '1' },
          { name: 'dry', in: 'query', required: false, description, schema: 1, example: 'true' },
          { name: 'taste', in: 'cookie', required: false, description, example: 'sweet' },
        ],
        body: {
          required: true,
          description,
          content: [{ type: 'application/json', schema: 0, example: '{"name":"Ada"}' }],
        },
        responses: [
          { status: '200', description, content: [{ type: 'application/json', schema: 0 }] },
          { status: '404', description, content: [] },
        ],
        security: [
          { all: [{ definition: 'oauth', type: 'oauth2', scopes: ['customer'], provider: 'customer-oauth' }] },
          {
            all: [
              {
                definition: 'key',
                type: 'apiKey',
                scopes: [],
                key: { in: 'header', name: 'X-Client-Id', is: 'client id' },
              },
            ],
          },
        ],
        examples: [
          { language: 'curl', text: `curl http://127.0.0.1:8080/ # ${description}` },
          { language: 'javascript', text: `await fetch('/') // ${description}` },
          { language: 'python', text: `requests.get('/')  # ${description}` },
        ],
      },
    ],
    schemas: [
      {
        name: title,
        schema: {
          type: 'object',
          description,
          required: ['name'],
          properties: {
            name: { type: 'string', description, maxLength: 64 },
            state: { enum: ['new', description] },
            friends: { type: 'array', items: { $ref: '#/$defs/0' } },
          },
        },
      },
      { schema: { type: 'integer', minimum: 1 } },
    ],
    plans: [{ product: 'customer', plan: 'free', limits: ['100 calls per hour'] }],
  }
}

function providerWith(title: string, description: string): ProviderView {
  return {
    name: 'customer-oauth',
    title,
    tokenPath: '/acme/sandbox/customer-oauth/oauth2/token',
    tokenUrl: `${published}/acme/sandbox/customer-oauth/oauth2/token`,
    authorizeUrl: `${published}/acme/sandbox/customer-oauth/oauth2/authorize`,
    grants: ['password', 'application', 'access_code', 'refresh_token'],
    clientTypes: ['confidential', 'public'],
    scopes: [{ name: 'customer', description }],
    defaultScopes: [],
    pkce: { enabled: true, required: false },
  }
}

function applicationWith(title: string): ApplicationView {
  const subscription = { product: 'customer', productTitle: title, plan: 'free', planTitle: title } as const
  return {
    name: 'shop',
    title,
    state: 'enabled',
    clientType: 'confidential',
    clientId: 'shop-id',
    secrets: 2,
    oldSecretUntil: '2030-01-01T00:00:00Z',
    grants: null,
    secretsLastUsed: [null, '2026-01-31T12:00:00.000Z'],
    credentials: [
      { name: 'default', clientId: 'shop-id', lastUsed: null },
      { name: title, clientId: 'batch-id', createdAt: '2026-01-01T00:00:00Z', lastUsed: '2026-01-31T12:00:00Z' },
    ],
    redirectEndpoints: ['https://shop.example/callback'],
    subscriptions: [{ ...subscription, state: 'enabled', requestedPlan: 'gold' }],
  }
}

function usageWith(title: string): UsageView {
  const hour = (at: number) => new Date(Date.UTC(2026, 0, 1, at)).toISOString()
  const busy = { calls: 40, errors: 1, refusals: 3, tokens: 2, averageMs: 12.5, p95Ms: 48 }
  const idle = { calls: 0, errors: 0, refusals: 0, tokens: 0 }
  const limit = { name: 'default', kind: 'rate', intervalSeconds: 3600, hard: true, part: '' } as const
  return {
    application: 'shop',
    from: hour(0),
    to: hour(24),
    hours: Array.from({ length: 24 }, (_, at) => ({ hour: hour(at), ...(at % 3 === 0 ? idle : busy) })),
    apis: [{ api: title, calls: 640, errors: 16, refusals: 48, averageMs: 12.5, p95Ms: 48 }],
    plans: [
      {
        product: 'customer',
        plan: 'free',
        limits: [{ ...limit, calls: 100, words: '100 calls per hour', used: 60, left: 40, resetsAt: hour(1) }],
      },
    ],
  }
}

function minutesWith(title: string): UsageMinutes {
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString()
  const busy = { calls: 40, errors: 1, refusals: 3, averageMs: 12.5, p95Ms: 48 }
  const idle = { calls: 0, errors: 0, refusals: 0 }
  return {
    from: at(0),
    to: at(60),
    stepMinutes: 1,
    steps: Array.from({ length: 60 }, (_, minute) => ({ at: at(minute), ...(minute % 3 === 0 ? idle : busy) })),
    operations: [
      { api: title, operation: 'GET /customers', calls: 640, errors: 16, refusals: 48, averageMs: 12.5, p95Ms: 48 },
    ],
    failures: [
      {
        reason: 'scope_insufficient',
        api: title,
        operation: 'GET /customers',
        calls: 48,
        since: at(1),
        last: at(59),
        advice: title,
      },
    ],
  }
}

function explanationWith(description: string): ExplanationView {
  return {
    requestId: 'r-1',
    at: '2026-01-01T00:00:00Z',
    method: 'GET',
    path: '/x',
    status: 403,
    reason: 'scope_missing',
    advice: description,
    application: 'shop',
    checks: [
      { check: 'The path leads to an operation', outcome: 'passed' },
      { check: 'The token has the scopes', outcome: 'failed', seen: description, wanted: 'customer' },
      { check: 'The plan allows the call', outcome: 'not reached' },
    ],
  }
}

function tokenWith(title: string, description: string): TokenView {
  const operation = { api: 'customers:1.0.0', operation: title, path: '/acme/sandbox/customers' } as const
  return {
    good: true,
    issuer: 'customer-oauth',
    header: { alg: 'ES256' },
    claims: { sub: description },
    token: {
      id: 'id',
      clientId: 'shop-id',
      subject: description,
      grant: 'password',
      scopes: ['customer'],
      issuedAt: '2026-01-01T00:00:00Z',
      expiresAt: '2030-01-01T00:00:00Z',
    },
    operations: [
      { ...operation, method: 'GET', opens: true },
      { ...operation, method: 'PUT', opens: false, because: description },
    ],
  }
}
