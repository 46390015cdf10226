import test from 'ava'
import { type ConfigChange, describeChanges } from '../../../../src/gateway/config/index.ts'
import { changed, type Files, loadValid, valid } from '../_support/folder.ts'

async function findChanges(...[t, files, environment]: Parameters<typeof loadValid>): Promise<ConfigChange[]> {
  return describeChanges(await loadValid(t), await loadValid(t, files, environment))
}

async function changesOf(...[t, files, environment]: Parameters<typeof loadValid>): Promise<string[]> {
  return (await findChanges(t, files, environment)).map(({ text }) => text)
}

test('equivalent documents have no changes, whatever their layout', async (t) => {
  const moved = Object.fromEntries(Object.entries(valid).map(([file, text]) => [file, `# moved\n\n${text}`]))
  t.deepEqual(await changesOf(t, moved), [])
})

for (const [title, files, expected] of [
  [
    'a limit',
    changed('catalogs/sandbox/products/shop.yaml', '100/1hour, hard-limit: true', '80/1minute, hard-limit: false'),
    ['catalog acme/sandbox: plan shop/gold: rate limit default: 100 per hour -> 80 per minute, counted only'],
  ],
  [
    'a grant that goes and a scope that comes',
    changed(
      'providers/oauth.yaml',
      'grants: [password, application]\nscopes:\n',
      'grants: [password]\nscopes:\n  mail: Send mail\n',
    ),
    [
      'catalog acme/sandbox: OAuth provider oauth: grants: password, application -> password',
      'catalog acme/sandbox: OAuth provider oauth: scope mail: added, Send mail',
    ],
  ],
  [
    'an operation',
    changed('apis/customers.yaml', '  /customers:\n', '  /customers/{id}:\n    get: {}\n  /customers:\n'),
    ['catalog acme/sandbox: API customers:1.0.0: GET /customers/{id}: added'],
  ],
  [
    'the security of an operation',
    changed('apis/customers.yaml', 'operationId: list,', 'operationId: list, security: [],'),
    ['catalog acme/sandbox: API customers:1.0.0: GET /customers: security: oauth-1 (customer) -> nothing'],
  ],
  [
    'an application that is gone',
    { 'catalogs/sandbox/applications/app.yaml': undefined },
    ['catalog acme/sandbox: application app: removed'],
  ],
  [
    'a ceiling of scopes',
    changed(
      'catalogs/sandbox/applications/app.yaml',
      'name: app\n',
      'name: app\ntoken_ceiling: { scopes: [orders] }\n',
    ),
    ['catalog acme/sandbox: application app: scopes of tokens: as the provider gives -> at most orders'],
  ],
  [
    'a ceiling of token life',
    changed(
      'catalogs/sandbox/products/shop.yaml',
      '  gold:\n',
      '  gold:\n    token-ceiling: { access-token-ttl: 60 }\n',
    ),
    ['catalog acme/sandbox: plan shop/gold: access token lifetime: as the provider gives -> at most 60 seconds'],
  ],
  [
    'a policy',
    changed('apis/customers.yaml', 'version: 2.0.0,', 'version: 2.0.0, timeout: 5,'),
    ['catalog acme/sandbox: API customers:1.0.0: assembly, execute: changed'],
  ],
  [
    'a description of a plan',
    changed('catalogs/sandbox/products/shop.yaml', '  gold:\n', '  gold:\n    description: For shops\n'),
    ['catalog acme/sandbox: plan shop/gold: description: added'],
  ],
  [
    'a note that a product ends',
    changed('catalogs/sandbox/products/shop.yaml', 'name: shop,', 'name: shop, x-deprecation: { text: Use store },'),
    ['catalog acme/sandbox: product shop: deprecation, text: added'],
  ],
  [
    'the name of a credential',
    changed('catalogs/sandbox/applications/app.yaml', '- client_id:', '- name: phone\n    client_id:'),
    ['catalog acme/sandbox: application app: client app-id: name: default -> phone'],
  ],
] as [string, Files, string[]][]) {
  test(`${title} is one line`, async (t) => {
    t.deepEqual(await changesOf(t, files), expected)
  })
}

test('a changed property is reported without its value', async (t) => {
  const files = changed('catalogs/sandbox/catalog.yaml', 'http://backend.example', '$env{SECRET}')
  t.deepEqual(await changesOf(t, files, { SECRET: 'hunter2' }), [
    'catalog acme/sandbox: API customers:1.0.0: property backend: changed',
  ])
})

test('a change has its part, its member and the values before and after', async (t) => {
  const files = changed('catalogs/sandbox/products/shop.yaml', '100/1hour', '80/1minute')
  t.like(await findChanges(t, files), [
    {
      catalog: 'acme/sandbox',
      kind: 'plan',
      name: 'shop/gold',
      member: 'rate limit default',
      action: 'changed',
      before: '100 per hour',
      after: '80 per minute',
    },
  ])
})

test('a part that was removed is one change without a member', async (t) => {
  const [change, ...others] = await findChanges(t, { 'catalogs/sandbox/applications/app.yaml': undefined })
  t.deepEqual(others, [])
  t.like(change, { kind: 'application', name: 'app', action: 'removed', applications: ['app'] })
  t.false('member' in (change ?? {}))
})

test('secret values are not part of a change', async (t) => {
  const files = changed('catalogs/sandbox/catalog.yaml', 'http://backend.example', '$env{SECRET}')
  const [change] = await findChanges(t, files, { SECRET: 'hunter2' })
  t.false('before' in (change ?? {}) || 'after' in (change ?? {}))
})

for (const [title, files] of [
  ['an API', changed('apis/customers.yaml', 'version: 2.0.0,', 'version: 2.0.0, timeout: 5,')],
  ['a provider', changed('providers/oauth.yaml', 'title: Sign-in', 'title: Other')],
  ['the registry of its provider', changed('providers/users.yaml', 'title: Users', 'title: Other')],
  ['a plan', changed('catalogs/sandbox/products/shop.yaml', '100/1hour', '80/1minute')],
] as const) {
  test(`a change of ${title} names the applications that use it`, async (t) => {
    const changes = await findChanges(t, files)
    t.true(changes.length > 0)
    for (const { applications } of changes) t.deepEqual(applications, ['app'])
  })
}
