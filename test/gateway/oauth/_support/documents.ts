/** A small catalog: one provider, one API that it protects, a few applications. Literal, and cheap to alter. */
import type { Application, Catalog, ProviderSettings } from '../../../../src/gateway/config/types/index.ts'
import * as parts from '../../data-plane/_support/documents.ts'

const location = { file: 'test', line: 1, column: 1 }

export const settings: ProviderSettings = {
  ...parts.provider,
  name: 'oauth',
  title: 'oauth',
  basePath: '/oauth',
  grants: new Set(['password', 'application', 'access_code']),
  clientTypes: new Set(['confidential', 'public']),
  scopes: new Map([
    ['customer', 'Access to Customer API'],
    ['orders', 'Access to orders'],
  ]),
  pkce: { enabled: true, required: true, allowPlain: false },
  registry: 'users',
  location,
}

/** An application with one client id; its secret is the id and `-secret`. */
export function application(clientId: string, differences: Partial<Application> = {}): Application {
  const subscription = { product: 'customer', plan: 'default-plan', state: 'enabled', line: 1 } as const
  return parts.application(clientId, { subscriptions: [subscription], location, ...differences })
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
  const definition = { key: 'oauth', type: 'oauth2', settings: { 'x-ibm-oauth-provider': 'oauth' }, location }
  const api = parts.api('', {
    name: 'customer-database',
    reference: 'customer-database:1.0.0',
    definitions: new Map([['oauth', definition]]),
    operations: [],
  })
  return parts.catalog([api], { providers: new Map(), applications: apps })
}
