/** A small catalog: one provider, one API that it protects, a few applications. Literal, and cheap to alter. */
import type { Application, Catalog, ProviderSettings } from '../../../src/config/types.ts'

const place = { file: 'test', line: 1, column: 1 }

export const settings: ProviderSettings = {
  name: 'oauth',
  title: 'oauth',
  gatewayVersion: '6000',
  basePath: '/oauth',
  authorizePath: '/oauth2/authorize',
  tokenPath: '/oauth2/token',
  grants: new Set(['password', 'application', 'access_code']),
  clientTypes: new Set(['confidential', 'public']),
  scopes: new Map([
    ['customer', 'Access to Customer API'],
    ['orders', 'Access to orders'],
  ]),
  defaultScopes: [],
  accessToken: { ttl: 3600 },
  refreshToken: { enabled: true, count: 2048, ttl: 2_682_000, oneTimeUse: true },
  maximumConsent: 0,
  pkce: { enabled: true, required: true, allowPlain: false },
  introspection: { enabled: false, path: '/oauth2/introspect', applications: new Set() },
  revocation: {
    enabled: false,
    application: { enabled: false, path: '/oauth2/revoke' },
    owner: { enabled: false, path: '/oauth2/issued' },
  },
  registry: 'users',
  failedAttempts: {
    user: { count: 10, window: 900 },
    client: { count: 30, window: 60 },
    address: { count: 100, window: 300 },
  },
  compat: 'rfc',
  debug: false,
  place,
}

/** An application with one client id; its secret is the id and `-secret`. */
export function application(clientId: string, differences: Partial<Application> = {}): Application {
  return {
    name: clientId,
    title: clientId,
    state: 'enabled',
    clientType: 'confidential',
    grants: undefined,
    credentials: [{ name: 'default', clientId, secretHashes: [], wellKnown: false }],
    redirectEndpoints: [],
    subscriptions: [{ product: 'customer', plan: 'default-plan', state: 'enabled', place }],
    place,
    ...differences,
  }
}

export const applications = [
  application('app'),
  application('other-app'),
  application('odd app+%:'),
  application('disabled-app', { state: 'disabled' }),
  application('lonely-app', { subscriptions: [] }),
  application('machine-app', { grants: new Set(['application'] as const) }),
  application('once-app', { grants: new Set(['password'] as const) }),
  application('web-app', { title: 'Web <app>', redirectEndpoints: ['https://web.example/callback'] }),
  application('public-app', { clientType: 'public', redirectEndpoints: ['http://127.0.0.1:7777/callback'] }),
]

export function catalogOf(apps: readonly Application[] = applications): Catalog {
  const definition = { key: 'oauth', type: 'oauth2', settings: { 'x-ibm-oauth-provider': 'oauth' }, place }
  return {
    org: 'acme',
    name: 'sandbox',
    title: 'Sandbox',
    path: '/acme/sandbox',
    registries: new Map(),
    providers: new Map(),
    tlsProfiles: new Map(),
    products: [],
    apis: [
      {
        name: 'customer-database',
        version: '1.0.0',
        title: 'Customer Database',
        reference: 'customer-database:1.0.0',
        basePath: '/customerdb/v1',
        enforced: true,
        properties: new Map(),
        definitions: new Map([['oauth', definition]]),
        operations: [],
        assembly: { execute: [], catch: [], finally: [] },
        cors: false,
        place,
      },
    ],
    applications: apps,
    place,
  }
}
