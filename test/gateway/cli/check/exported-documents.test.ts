/** Members that exported and public documents have: the gateway accepts each, because none changes what it does. */

import test from 'ava'
import { loadConfig, renderProblem } from '../../../../src/gateway/config/index.ts'
import { typeTables } from '../../_support/tables.ts'
import { changed, type Files, folderWith, valid } from '../../config/_support/folder.ts'

const api = 'apis/customers.yaml'
const inConfiguration = (member: string) => changed(api, '  assembly:', `  ${member}\n  assembly:`)
const inInvoke = (member: string) => changed(api, '{ version: 2.0.0,', `{ version: 2.0.0, ${member},`)
const inProvider = (member: string) =>
  changed('providers/oauth.yaml', '  user_registry: users', `  user_registry: users\n  ${member}`)
const productsFolder = 'catalogs/sandbox/products'

const accepted: readonly (readonly [title: string, files: Files])[] = [
  [
    'application-authentication.certificate: false',
    inConfiguration('application-authentication: { certificate: false }'),
  ],
  ['buffering', inConfiguration('buffering: true')],
  ['phase, testable and categories', inConfiguration('phase: realized\n  testable: true\n  categories: [a]')],
  ['websocket-upgrade: false', inInvoke('websocket-upgrade: false')],
  ['graphql-send-type: detect', inInvoke('graphql-send-type: detect')],
  ['stop-on-error: [null]', inInvoke('stop-on-error: [null]')],
  ['gateway and type at the top of an API', { [api]: `gateway: datapower-api-gateway\ntype: rest\n${valid[api]}` }],
  [
    'the revocation paths of a provider',
    inProvider(
      'revocation: { enabled: true, application_revocation: { enabled: true, apprevoke_path: /a }, owner_revocation: { enabled: true, owner_revoke_path: /b } }',
    ),
  ],
  [
    'tls_client_profile_urls',
    {
      ...changed(
        'catalogs/sandbox/catalog.yaml',
        'properties:',
        'tls_client_profile_urls: [https://m.example/api/tls-client-profiles/acme/web/1.0.0]\nproperties:',
      ),
      'providers/web.yaml': 'name: web\ntype: tls_client_profile\nversion: 1.0.0\n',
    },
  ],
  [
    'a product that names an API by the file beside it',
    {
      [api]: undefined,
      'apis/.keep': '',
      ...changed(`${productsFolder}/shop.yaml`, 'name: "customers:1.0.0"', '$ref: customers_1.0.0.yaml'),
      [`${productsFolder}/customers_1.0.0.yaml`]: valid[api],
    },
  ],
  [
    'a document in JSON',
    {
      'providers/users.yaml': undefined,
      'providers/users.json':
        '{"name":"users","registry_type":"authurl","endpoint":{"endpoint":"https://auth.example"}}',
    },
  ],
]

for (const [title, files] of accepted) {
  test(`the product's own tables accept ${title}`, async (t) => {
    const { config, problems } = await loadConfig(await folderWith(t, files), typeTables, {})
    t.deepEqual(problems.filter(({ severity }) => severity === 'error').map(renderProblem), [])
    t.is(config?.catalogs[0]?.apis[0]?.name, 'customers')
  })
}
