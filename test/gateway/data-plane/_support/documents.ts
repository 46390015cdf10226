/** Configurations as the loader would make them, small enough to stand in a test. */
import type {
  Api,
  Application,
  Catalog,
  Config,
  Operation,
  Plan,
  PolicyStep,
  Product,
  ProviderSettings,
  SecurityDefinition,
  SourceLocation,
  Subscription,
} from '../../../../src/gateway/config/types/index.ts'
import type { AccessToken } from '../../../../src/gateway/contract/access/access-token.ts'

export const location: SourceLocation = { file: 'apis/customers.yaml', line: 7, column: 3 }

export const oauth: SecurityDefinition = {
  key: 'customer-oauth',
  type: 'oauth2',
  settings: { flow: 'password', 'x-ibm-oauth-provider': 'customer-oauth' },
  location,
}

export const provider: ProviderSettings = {
  name: 'customer-oauth',
  title: 'customer-oauth',
  gatewayVersion: '6000',
  basePath: '/customer-oauth',
  authorizePath: '/oauth2/authorize',
  tokenPath: '/oauth2/token',
  grants: new Set(['password']),
  clientTypes: new Set(['confidential']),
  scopes: new Map([['customer', 'Access to Customer API']]),
  defaultScopes: [],
  accessToken: { ttl: 3600, format: 'jwt' },
  keyRotation: { afterDays: 0 },
  refreshToken: { enabled: true, count: 2048, ttl: 2_682_000, oneTimeUse: true },
  maximumConsent: 0,
  pkce: { enabled: true, required: false, allowPlain: false },
  openidConnect: { enabled: false, claims: new Map(), acrValues: [], isPairwise: false },
  sessions: { ttl: 0 },
  deviceAuthorization: { enabled: false },
  pushedAuthorization: { enabled: false, required: false },
  jwtBearer: [],
  tokenExchange: [],
  requestObjects: { enabled: false, required: false },
  dpop: { enabled: false, required: false, nonce: false },
  certificateBinding: { enabled: false, required: false },
  introspection: { enabled: false, path: '/oauth2/introspect', applications: new Set() },
  revocation: {
    enabled: false,
    application: { enabled: false, path: '/oauth2/revoke' },
    owner: { enabled: false, path: '/oauth2/issued' },
  },
  registry: undefined,
  signingKeys: { kind: 'store' },
  failedAttempts: {
    user: { count: 10, window: 900 },
    client: { count: 30, window: 60 },
    address: { count: 100, window: 300 },
  },
  compat: 'rfc',
  debug: false,
  location,
}

/** A plan with the API and without limits, its product, and a subscription to it. */
export const goldPlan: Plan = {
  name: 'gold',
  title: 'Gold',
  approval: false,
  limits: [],
  location,
  apis: new Set(['customers:1.0.0']),
}
export const shopProduct: Product = {
  name: 'shop',
  title: 'Shop',
  version: '1.0.0',
  location,
  plans: new Map([['gold', goldPlan]]),
}
export const goldSubscription: Subscription = { product: 'shop', plan: 'gold', state: 'enabled', line: 1 }

/** A verified token of a user, without scopes. */
export function accessToken(clientId: string, extra: Partial<AccessToken> = {}): AccessToken {
  return {
    id: 'jti',
    clientId,
    subject: 'alice',
    scopes: new Set<string>(),
    grant: 'password',
    issuedAt: 0,
    expiresAt: Number.MAX_SAFE_INTEGER,
    ...extra,
  }
}

export function operation(method: string, path: string, extra: Partial<Operation> = {}): Operation {
  return { id: `${method} ${path}`, method, path, security: [], location, ...extra }
}

export function step(policy: string, settings: unknown, branches: readonly (readonly PolicyStep[])[] = []): PolicyStep {
  return { policy, settings, branches, location }
}

export function application(name: string, extra: Partial<Application> = {}): Application {
  return {
    name,
    title: name,
    state: 'enabled',
    clientType: 'confidential',
    grants: undefined,
    credentials: [{ name: 'default', clientId: name, secretHashes: [], hasWellKnownSecret: false }],
    redirectEndpoints: [],
    subscriptions: [],
    location,
    ...extra,
  }
}

/** An API at `/acme/sandbox/customerdb/v1` whose one policy calls `upstream` with the path and query of the call. */
export function api(upstream: string, extra: Partial<Api> = {}): Api {
  return {
    name: 'customers',
    version: '1.0.0',
    title: 'Customers',
    reference: 'customers:1.0.0',
    basePath: '/customerdb/v1',
    enforced: true,
    properties: new Map([['upstream', upstream]]),
    definitions: new Map(),
    operations: [operation('GET', '/customers'), operation('POST', '/customers'), operation('GET', '/customers/{id}')],
    assembly: {
      execute: [step('invoke', { 'target-url': '$(upstream)$(request.path)$(request.search)' })],
      catch: [],
      finally: [],
    },
    cors: false,
    location,
    ...extra,
  }
}

export function catalog(apis: readonly Api[], extra: Partial<Catalog> = {}): Catalog {
  return {
    org: 'acme',
    name: 'sandbox',
    title: 'Sandbox',
    path: '/acme/sandbox',
    registries: new Map(),
    providers: new Map([['customer-oauth', provider]]),
    tlsProfiles: new Map(),
    products: [],
    apis,
    applications: [],
    location,
    ...extra,
  }
}

export function config(...catalogs: Catalog[]): Config {
  return { revision: 'test', catalogs }
}
