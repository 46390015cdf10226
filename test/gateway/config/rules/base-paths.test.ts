import test from 'ava'
import { changed, type Files, load, loadValid, problemsOf, secondApi, valid } from '../_support/folder.ts'

const api = (to: string) => changed('apis/customers.yaml', '/customers/v1', to)
const portal: Files = {
  'providers/staff.yaml': 'name: staff\ntitle: Staff\nregistry_type: lur\nusers_file: staff.json\n',
  ...changed(
    'catalogs/sandbox/catalog.yaml',
    '[users]\n',
    '[users, staff]\nportal: { user_registry: staff, owners: [a] }\n',
  ),
}
const oauthAt = (basePath: string) =>
  changed('providers/oauth.yaml', 'native_provider:\n', `native_provider:\n  api: { basePath: ${basePath} }\n`)
/** A second provider; `at` is the text of its base path. */
const secondProvider = (at: string, more: Files = {}): Files => ({
  'providers/other.yaml': `name: other
title: Other
provider_type: native
grants: [application]
native_provider: { api: { basePath: ${at} } }
`,
  ...changed('catalogs/sandbox/catalog.yaml', '[oauth]', '[oauth, other]'),
  ...more,
})

const takenText = (path: string, by: string) => `the base path ${path} is taken in the catalog /acme/sandbox by ${by}`
const takenByOauth = (path: string) => takenText(path, 'the OAuth provider "oauth" (providers/oauth.yaml:1)')

for (const [title, files, expected] of [
  [
    'an API where the portal is',
    { ...portal, ...api('/portal') },
    `apis/customers.yaml:3:11 ${takenText('/portal', 'the developer portal (catalogs/sandbox/catalog.yaml:4)')}`,
  ],
  [
    'an API below the portal',
    { ...portal, ...api('/portal/v1') },
    'apis/customers.yaml:3:11 the API customers:1.0.0 at /portal/v1 lies below the developer portal, which answers every call there',
  ],
  [
    'a provider where the portal is',
    { ...portal, ...oauthAt('/portal') },
    `providers/oauth.yaml:9:20 ${takenText('/portal', 'the developer portal (catalogs/sandbox/catalog.yaml:4)')}`,
  ],
  [
    'a provider below the portal',
    { ...portal, ...oauthAt('/portal/sign/in') },
    'providers/oauth.yaml:1:1 the provider "oauth" at /portal/sign/in lies below the developer portal, which answers every call there',
  ],
  ['two providers at one path', secondProvider('/oauth'), `providers/other.yaml:5:37 ${takenByOauth('/oauth')}`],
  [
    'a provider below another, which the catalog names first',
    secondProvider('/oauth/other'),
    'providers/other.yaml:1:1 the provider "other" at /oauth/other lies below the OAuth provider "oauth", which answers every call there',
  ],
  [
    'a provider below another, which the catalog names later',
    { ...secondProvider('/auth'), ...oauthAt('/auth/oauth') },
    'providers/oauth.yaml:1:1 the provider "oauth" at /auth/oauth lies below the OAuth provider "other", which answers every call there',
  ],
  ['an API at the path of a provider', api('/oauth'), `apis/customers.yaml:3:11 ${takenByOauth('/oauth')}`],
  [
    'an API at a path of a provider at the root',
    { ...oauthAt('/'), ...api('/oauth2') },
    `apis/customers.yaml:3:11 ${takenText('/oauth2', 'the OAuth provider "oauth" (providers/oauth.yaml:9)')}`,
  ],
  [
    'an API far below a provider',
    api('/oauth/v1/a'),
    'apis/customers.yaml:3:11 the API customers:1.0.0 at /oauth/v1/a lies below the OAuth provider "oauth", which answers every call there',
  ],
  [
    'two APIs with one base path, whose operations are the same',
    secondApi((text) => text),
    `apis/customers.yaml:3:11 ${takenText('/customers/v1', 'the API orders:1.0.0 (apis/orders.yaml:3)')}`,
  ],
  [
    'two APIs at the root',
    { ...secondApi((text) => text.replace('/customers/v1', '/')), ...api('/') },
    `apis/customers.yaml:3:11 ${takenText('/', 'the API orders:1.0.0 (apis/orders.yaml:3)')}`,
  ],
  [
    'operations of two APIs that match the same calls',
    secondApi((text) => text.replace('/customers/v1', '/customers').replace('  /customers:', '  /v1/customers:')),
    'apis/customers.yaml:15:5 GET /customers matches the same calls as an operation of orders:1.0.0 (apis/orders.yaml:15)',
  ],
  [
    'operations of two APIs with parameters at the same places',
    {
      ...secondApi((text) => text.replace('/customers/v1', '/customers').replace('  /customers:', '  /v1/{a}/x-{b}:')),
      ...changed('apis/customers.yaml', '  /customers:', '  /{id}/x-{key}:'),
    },
    'apis/customers.yaml:15:5 GET /{id}/x-{key} matches the same calls as an operation of orders:1.0.0 (apis/orders.yaml:15)',
  ],
] as [string, Files, string][])
  test(`${title}: an error`, async (t) => {
    t.deepEqual(await problemsOf(t, files), [expected])
  })

for (const [title, files] of [
  ['an API named like the portal, in a catalog without one', api('/portal')],
  ['an API whose path only begins like that of a provider', api('/oauth2/v1')],
  ['an API beside a provider at the root', { ...oauthAt('/'), ...api('/oauth') }],
  [
    'an API that is not enforced, at the path of another',
    secondApi((text) => text.replace('  assembly:', '  enforced: false\n  assembly:')),
  ],
  [
    'other methods of the same path in another API',
    secondApi((text) =>
      text.replace('/customers/v1', '/customers').replace('  /customers:\n    get', '  /v1/customers:\n    put'),
    ),
  ],
] as [string, Files][])
  test(`${title}: no problem`, async (t) => {
    t.deepEqual(await problemsOf(t, files), [])
  })

test('an API may lie below another, and two catalogs may publish at the same paths', async (t) => {
  const files = {
    ...secondApi((text) => text.replace('/customers/v1', '/customers')),
    'catalogs/production/catalog.yaml': valid['catalogs/sandbox/catalog.yaml'].replace(
      'name: sandbox',
      'name: production',
    ),
    'catalogs/production/products/shop.yaml': valid['catalogs/sandbox/products/shop.yaml'],
    'catalogs/production/applications/app.yaml': valid['catalogs/sandbox/applications/app.yaml'],
  }
  t.deepEqual(await problemsOf(t, files), [])
  const config = await loadValid(t, files)
  t.deepEqual(
    config.catalogs.map(({ path, apis }) => `${path} ${apis.length}`),
    ['/acme/production 1', '/acme/sandbox 2'],
  )
})

for (const [title, files] of [
  ['an API', { ...secondApi((text) => text.replace('/customers/v1', '/')), ...api('$env{MISSING}') }],
  ['an API, read first', { ...secondApi((text) => text.replace('/customers/v1', '$env{MISSING}')), ...api('/') }],
  ['a provider', secondProvider('"$env{MISSING}"', api('/other'))],
] as [string, Files][])
  test(`the unreadable base path of ${title} causes no conflict`, async (t) => {
    const { problems } = await load(t, files)
    t.deepEqual(
      problems.map(({ message }) => message.replace(/^.*(?=MISSING)/, '').slice(0, 7)),
      ['MISSING'],
    )
  })
