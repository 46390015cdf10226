import test from 'ava'
import { changed, type Files, loadValid, problemsOf, valid } from '../_support/folder.ts'

const catalog = (piece: string, to: string) => changed('catalogs/sandbox/catalog.yaml', piece, to)
const app = (piece: string, to: string) => changed('catalogs/sandbox/applications/app.yaml', piece, to)
const api = (piece: string, to: string) => changed('apis/customers.yaml', piece, to)
const oauth = (piece: string, to: string) => changed('providers/oauth.yaml', piece, to)

const portal = 'portal: { user_registry: staff }\nproperties:'
const staff = (type: string) => ({
  'providers/staff.yaml': `name: staff\ntitle: Staff\nregistry_type: ${type}\n${
    type === 'lur' ? 'users_file: staff.json' : 'endpoint: { endpoint: "https://auth.example/check" }'
  }\n`,
})

for (const [title, files, expected] of [
  [
    'a portal has a registry that does not exist',
    catalog('properties:', portal),
    'catalogs/sandbox/catalog.yaml:5:26 portal.user_registry names no user registry: "staff" - there are none',
  ],
  [
    'a portal has a registry that the catalog does not enable',
    { ...staff('lur'), ...catalog('properties:', portal) },
    'catalogs/sandbox/catalog.yaml:5:26 portal.user_registry names "staff", which the catalog does not enable under api_user_registries',
  ],
  [
    'a portal has a registry that it cannot add users to',
    { ...staff('authurl'), ...catalog('[users]', '[users, staff]\nportal: { user_registry: staff }') },
    'catalogs/sandbox/catalog.yaml:4:26 portal.user_registry names "staff" of type authurl: it must be a local one, of type lur, or of type oidc',
  ],
  [
    'a portal has a local registry beside a local one',
    {
      ...staff('lur'),
      ...catalog('[users]', '[users, staff]\nportal: { user_registry: staff, local_user_registry: staff }'),
    },
    'catalogs/sandbox/catalog.yaml:4:54 portal.local_user_registry needs a user_registry of type oidc, found one of type lur',
  ],
  [
    'a portal has a local registry that is not local',
    {
      ...staff('authurl'),
      ...catalog('[users]', '[users, staff]\nportal: { user_registry: users, local_user_registry: staff }'),
    },
    'catalogs/sandbox/catalog.yaml:4:54 portal.local_user_registry names "staff" of type authurl: it must be a local one, of type lur',
  ],
  [
    'an application asks for a plan that does not exist',
    app('plan: gold', 'plan: gold, requested_plan: platinum'),
    'catalogs/sandbox/applications/app.yaml:6:50 product "shop" has no plan "platinum" - its plans are gold',
  ],
  [
    'a provider asks a registry that does not exist',
    oauth('user_registry: users', 'user_registry: user'),
    'providers/oauth.yaml:9:18 native_provider.user_registry names no user registry: "user" - did you mean "users"?',
  ],
  [
    'a provider asks a registry that the catalog does not enable',
    catalog('[users]', '[]'),
    'providers/oauth.yaml:9:18 provider "oauth" asks the user registry "users", but catalogs/sandbox/catalog.yaml does not enable it under api_user_registries',
  ],
  [
    'a provider has no registry for its password grant',
    oauth('  user_registry: users', '  clients: [public]'),
    'providers/oauth.yaml:9:3 native_provider.user_registry is missing: the grant password asks a registry for the user',
  ],
  [
    'the catalog enables a registry that does not exist',
    catalog('[users]', '[users, guests]'),
    'catalogs/sandbox/catalog.yaml:3:30 api_user_registries[1] names no user registry: "guests" - there are users',
  ],
  [
    'the catalog enables a provider that does not exist',
    catalog('[oauth]', '[oauth, oaut]'),
    'catalogs/sandbox/catalog.yaml:4:26 oauth_providers[1] names no OAuth provider: "oaut" - did you mean "oauth"?',
  ],
  [
    'the catalog enables a TLS profile that does not exist',
    catalog('properties:', 'tls_client_profiles: [web]\nproperties:'),
    'catalogs/sandbox/catalog.yaml:5:23 tls_client_profiles[0] names no TLS client profile: "web" - there are none',
  ],
  [
    'a registry names a TLS profile that is not enabled',
    changed('providers/users.yaml', 'endpoint:\n', 'endpoint:\n  tls_client_profile: web\n'),
    'providers/users.yaml:5:23 endpoint.tls_client_profile names a TLS client profile that catalogs/sandbox/catalog.yaml does not enable: "web" - enabled are none',
  ],
  [
    'a definition names a provider that is not enabled',
    catalog('[oauth]', '[]'),
    'apis/customers.yaml:8:27 security definition "oauth-1" names "oauth", but catalogs/sandbox/catalog.yaml enables no such OAuth provider under oauth_providers',
  ],
  [
    'a definition wants a grant that the provider does not give',
    api('flow: password', 'flow: accessCode'),
    'apis/customers.yaml:7:11 security definition "oauth-1" has the flow "accessCode", but provider "oauth" does not give the grant access_code - it gives password, application',
  ],
  [
    'a definition has a scope that the provider does not know',
    api('{ customer: Customers }', '{ customer: Customers, custmer: x }'),
    'apis/customers.yaml:10:45 security definition "oauth-1" has a scope that provider "oauth" does not have: "custmer" - did you mean "customer"?',
  ],
  [
    'basic security names a registry that is not enabled',
    api(
      'securityDefinitions:\n',
      'securityDefinitions:\n  people: { type: basic, x-ibm-authentication-registry: staff }\n',
    ),
    'apis/customers.yaml:5:57 security definition "people" names "staff", but catalogs/sandbox/catalog.yaml enables no such user registry under api_user_registries',
  ],
  [
    'a product names an API that does not exist',
    changed('catalogs/sandbox/products/shop.yaml', 'customers:1.0.0', 'customers:1.0.1'),
    'catalogs/sandbox/products/shop.yaml:4:22 there is no API customers:1.0.1 - did you mean "customers:1.0.0"?',
  ],
  [
    'two products of one name and version',
    { 'catalogs/sandbox/products/twin.yaml': valid['catalogs/sandbox/products/shop.yaml'] },
    'catalogs/sandbox/products/twin.yaml:2:30 the catalog has version 1.0.0 of the product "shop" already, at catalogs/sandbox/products/shop.yaml:1: another version can be beside it',
  ],
  [
    'a grant that no provider gives',
    app('credentials', 'grants: [password, access_code]\ncredentials'),
    'catalogs/sandbox/applications/app.yaml:3:20 grants[1] is not supported by any OAuth provider of the catalog: "access_code" - they give password, application',
  ],
  [
    'a refresh grant where no provider refreshes',
    app('credentials', 'grants: [refresh_token]\ncredentials'),
    'catalogs/sandbox/applications/app.yaml:3:10 grants[0] is not supported by any OAuth provider of the catalog: "refresh_token" - they give password, application',
  ],
  [
    'a subscription to a product that does not exist',
    app('product: shop', 'product: shp'),
    'catalogs/sandbox/applications/app.yaml:6:16 the catalog has no product "shp" - did you mean "shop"?',
  ],
  [
    'a subscription to a plan that does not exist',
    app('plan: gold', 'plan: golt'),
    'catalogs/sandbox/applications/app.yaml:6:28 product "shop" has no plan "golt" - did you mean "gold"?',
  ],
  [
    'two plans of one product',
    app('  - { product: shop, plan: gold }', '  - { product: shop, plan: gold }\n  - { product: shop, plan: gold }'),
    'catalogs/sandbox/applications/app.yaml:7:5 is subscribed to the product "shop" twice: one plan for each product',
  ],
  [
    'two registries of one name',
    { 'providers/twin.yaml': valid['providers/users.yaml'] },
    'providers/users.yaml:1:7 the user registry "users" is declared twice, first at providers/twin.yaml:1',
  ],
  [
    'two APIs of one name and version',
    { 'apis/twin.yaml': valid['apis/customers.yaml'] },
    'apis/twin.yaml:2:7 the API "customers:1.0.0" is declared twice, first at apis/customers.yaml:1',
  ],
] as [string, Files, string][]) {
  test(`${title}: an error`, async (t) => {
    const lines = await problemsOf(t, files)
    t.true(lines.includes(expected), lines.join('\n'))
  })
}

for (const [title, files, expected] of [
  [
    'a portal without anybody to approve',
    {
      ...staff('lur'),
      ...catalog('[users]', '[users, staff]\nportal: { user_registry: staff }'),
      ...changed('catalogs/sandbox/products/shop.yaml', '  gold:\n', '  gold:\n    approval: true\n'),
    },
    'catalogs/sandbox/catalog.yaml:4:9 warning: portal.owners is empty, but subscriptions need approval: shop/gold - name the users who approve them',
  ],
  [
    'a confidential application without a secret',
    app('client_type: public', 'client_type: confidential'),
    'catalogs/sandbox/applications/app.yaml:4:5 warning: credentials[0] has no client_secret_hashes: this credential cannot authenticate at a token endpoint',
  ],
] as [string, Files, string][]) {
  test(`${title}: a warning, and the documents load`, async (t) => {
    t.deepEqual(await problemsOf(t, files), [expected])
    await t.notThrowsAsync(loadValid(t, files))
  })
}
