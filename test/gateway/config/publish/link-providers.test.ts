import test from 'ava'
import { loadValid, problemsOf, valid } from '../_support/folder.ts'

const api = 'apis/customers.yaml'
const own = 'catalogs/sandbox/catalog.yaml'

/** Another catalog of the organisation holds the provider, and the API names it. */
function documents(holder: string, change: (api: string) => string = (text) => text, org = 'acme') {
  const named = `    x-ibm-oauth-provider: oauth\n    x-ibm-oauth-catalog: ${holder}\n`
  return {
    [own]: valid[own].replace('oauth_providers: [oauth]\n', ''),
    'catalogs/central/catalog.yaml': `name: central\norg: ${org}\napi_user_registries: [users]\noauth_providers: [oauth]\n`,
    [api]: change(valid[api].replace('    x-ibm-oauth-provider: oauth\n', named)),
  }
}

test('a security definition takes the provider from the catalog that it names', async (t) => {
  const { catalogs } = await loadValid(t, documents('central'))
  const catalog = catalogs.find(({ name }) => name === 'sandbox')
  t.is(catalog?.providers.size, 0)
  t.like(catalog?.foreignProviders?.get('acme/central/oauth'), {
    holder: { path: '/acme/central' },
    provider: { name: 'oauth' },
  })
  t.like(catalog?.apis[0]?.operations[0]?.security[0]?.all[0]?.definition.settings, {
    'x-ibm-oauth-provider': 'acme/central/oauth',
  })
})

test('a catalog that holds the provider itself may be named', async (t) => {
  const named = { [api]: documents('sandbox')[api] }
  const [catalog] = (await loadValid(t, named)).catalogs
  t.is(catalog?.foreignProviders?.size, 0)
})

for (const [title, files, problem] of [
  [
    'a catalog that does not exist',
    documents('centrl'),
    'names no catalog of acme: "centrl" - did you mean "central"?',
  ],
  [
    'a catalog of another organisation',
    documents('central', undefined, 'globex'),
    'names no catalog of acme: "central" - its catalogs are sandbox',
  ],
  [
    'a provider that the named catalog does not enable',
    documents('central', (text) => text.replace('provider: oauth\n', 'provider: oath\n')),
    'names "oath", but catalogs/central/catalog.yaml enables no such native OAuth provider under oauth_providers - did you mean "oauth"?',
  ],
  [
    'a scope that the provider does not have',
    documents('central', (text) => text.replace('scopes: { customer: Customers }', 'scopes: { customers: Customers }')),
    'has a scope that provider "oauth" does not have: "customers" - did you mean "customer"?',
  ],
  [
    'a format of tokens that the provider decides on',
    documents('central', (text) => text.replace('    flow:', '    x-access-token-format: jwt\n    flow:')),
    'has x-access-token-format, but its provider is of another catalog, which decides on the format itself',
  ],
] as const) {
  test(`the problem of ${title} is told at its line`, async (t) => {
    const problems = await problemsOf(t, files)
    t.true(
      problems.some((each) => each.startsWith(`${api}:`) && each.includes(`security definition "oauth-1" ${problem}`)),
      problems.join('\n'),
    )
  })
}
