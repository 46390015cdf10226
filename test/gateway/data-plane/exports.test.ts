/** Documents in the shapes that the deps of API Connect export: they load as they are, and run. */
import test, { type ExecutionContext } from 'ava'
import { valid } from '../config/_support/folder.ts'
import { findProblemLines, serve } from './_support/loaded.ts'
import { startBackend } from './_support/servers.ts'

const envelope = `type: any
api_version: 2.0.0
id: 6f1c0000-0000-4000-8000-000000000001
created_at: "2026-01-01T00:00:00.000Z"
updated_at: "2026-01-01T00:00:00.000Z"
org_url: https://mgmt.example/api/orgs/acme
url: https://mgmt.example/api/any/1
`

const exported = (backend: string) => ({
  ...valid,
  'providers/users.yaml': `${envelope}name: app-registry
title: App Registry
registry_type: authurl
integration_url: https://mgmt.example/api/cloud/integrations/user-registry/authurl
case_sensitive: false
identity_providers:
  - { name: app-registry, title: App Registry }
endpoint:
  endpoint: https://auth.example:9443/check
  tls_client_profile_url: null
`,
  // The smallest body that the product's own forms send, and the registry, which only Sluice keeps there.
  'providers/oauth.yaml': `${envelope}name: oauth
title: oauth
provider_type: native
gateway_version: "6000"
grants: [access_code]
scopes: { sample_scope_1: Sample scope description 1 }
native_provider:
  clients: [confidential]
  authorize_path: /oauth2/authorize
  token_path: /oauth2/token
  user_registry: app-registry
  pkce: { enabled: true, required: false, allow_plain: false }
  api:
    basePath: /oauth
    info: { description: "" }
    x-ibm-configuration: { gateway: datapower-api-gateway, type: oauth, phase: realized, enforced: true, assembly: { execute: [] } }
  native_provider_5000: {}
`,
  'catalogs/sandbox/catalog.yaml': `name: sandbox
org: acme
api_user_registries: [app-registry]
oauth_providers: [oauth]
`,
  // What the product wizard makes.
  'catalogs/sandbox/products/shop.yaml': `product: 1.0.0
info: { name: shop, title: Shop, version: 1.0.0 }
gateways: [datapower-api-gateway]
apis:
  orders1.0.0: { name: "orders:1.0.0" }
visibility:
  view: { enabled: true, type: public, tags: [], orgs: [] }
  subscribe: { enabled: true, type: authenticated, tags: [], orgs: [] }
plans:
  default-plan:
    title: Default Plan
    description: Default Plan
    approval: false
    rate-limits: { default: { value: 100/1hour, hard-limit: false } }
    burst-limits: { default: { value: 20/1second } }
    apis: { orders1.0.0: {} }
`,
  'catalogs/sandbox/applications/app.yaml': `name: app
client_type: public
credentials: [{ client_id: app-id }]
subscriptions: [{ product: shop, plan: default-plan }]
`,
  'apis/customers.yaml': undefined,
  'apis/orders.yaml': `swagger: "2.0"
info: { title: Orders, version: 1.0.0, x-ibm-name: orders }
basePath: /orders/v1
host: $(catalog.host)
schemes: [https]
consumes: [application/json]
securityDefinitions:
  client-id: { type: apiKey, in: header, name: X-IBM-Client-Id, x-key-type: client_id }
  oauth-1:
    type: oauth2
    flow: accessCode
    x-ibm-oauth-provider: oauth
    authorizationUrl: https://$(catalog.url)/oauth/oauth2/authorize
    tokenUrl: https://$(catalog.url)/oauth/oauth2/token
    scopes: { sample_scope_1: "" }
security:
  - client-id: []
  - oauth-1: [sample_scope_1]
paths:
  /orders/{id}:
    get: { operationId: getOrder, parameters: [{ name: id, in: path, required: true, type: string }], responses: { "200": { description: ok } } }
  /fail:
    get: { operationId: fail, responses: { "200": { description: ok } } }
x-ibm-configuration:
  type: rest
  phase: realized
  gateway: datapower-api-gateway
  enforced: true
  testable: true
  cors: { enabled: true }
  activity-log: { enabled: true, success-content: activity, error-content: payload }
  properties:
    target-url: { value: "http://default.example", description: backend, encoded: false }
  catalogs:
    sandbox: { properties: { target-url: "${backend}" } }
  assembly:
    execute:
      - operation-switch:
          version: 2.0.0
          title: operation-switch
          case:
            - operations: [{ verb: get, path: /fail }]
              execute:
                - throw: { version: 2.1.0, title: throw, name: OutOfStock, message: "nothing for $(client.app.id)", error-status-code: 409 }
          otherwise: []
      - set-variable:
          version: 2.0.0
          title: set-variable
          actions: [{ set: message.headers.X-Order, value: "$(request.parameters.id) $(api.operation.id) $(request.verb)", type: string }]
      - invoke:
          version: 2.2.0
          title: invoke
          target-url: $(target-url)$(request.path)$(request.search)
          timeout: 60
          verb: keep
          backend-type: detect
          header-control: { type: blocklist, values: [^x-secret] }
          parameter-control: { type: allowlist, values: [] }
          http-version: HTTP/1.1
          cache-response: protocol
          cache-ttl: 900
          stop-on-error: []
          inject-proxy-headers: true
    catch:
      - errors: [OutOfStock]
        execute:
          - set-variable: { actions: [{ set: message.body, value: "caught $(error.name): $(error.message)" }] }
      - default: []
    finally: []
`,
})

async function orders(t: ExecutionContext) {
  const backend = await startBackend(({ url, headers }, response) =>
    response.end(`${url} ${headers['x-order']} ${headers['x-secret-key'] ?? 'no secret'}`),
  )
  t.teardown(backend.close)
  const gateway = await serve(t, exported(backend.url))
  return (path: string, headers: Record<string, string>) =>
    fetch(`${gateway.url}/acme/sandbox/orders/v1${path}`, { headers })
}

test('exported documents have no problems', async (t) => {
  t.deepEqual(await findProblemLines(t, exported('http://backend.example')), [])
})

test('an exported API accepts a key and a token under its default plan', async (t) => {
  const call = await orders(t)
  const ways: Record<string, string>[] = [{ 'x-ibm-client-id': 'app-id' }, { authorization: 'Bearer app-id' }]
  for (const headers of ways) {
    const answer = await call('/orders/7?x=1', { ...headers, 'x-secret-key': 's' })
    t.is(answer.status, 200)
    t.is(answer.headers.get('x-ratelimit-limit'), 'name=default,100;')
    t.is(await answer.text(), '/orders/v1/orders/7?x=1 7 getOrder GET no secret')
  }
})

test('catch matches a thrown error by its name', async (t) => {
  const answer = await (await orders(t))('/fail', { 'x-ibm-client-id': 'app-id' })
  t.is(answer.status, 409)
  t.is(await answer.text(), 'caught OutOfStock: nothing for app-id')
})

test('a wrong key gets the error of the key, and a request without credentials gets all challenges', async (t) => {
  const call = await orders(t)
  const wrongKey = await call('/orders/7', { 'x-ibm-client-id': 'guess' })
  t.is(wrongKey.status, 401)
  t.like(await wrongKey.json(), { moreInformation: 'Invalid client id or secret.' })
  t.is(wrongKey.headers.get('www-authenticate'), null)
  t.regex((await call('/orders/7', {})).headers.get('www-authenticate') ?? '', /^Bearer realm=/)
})

test('an OpenAPI 3.1 document is served, and its schemas are JSON Schema 2020-12', async (t) => {
  const backend = await startBackend((_, response) => response.end('ok'))
  t.teardown(backend.close)
  const gateway = await serve(t, {
    'apis/customers.yaml': `openapi: 3.1.0
info: { title: Customers, version: 1.0.0, x-ibm-name: customers }
jsonSchemaDialect: https://spec.openapis.org/oas/3.1/dialect/base
servers: [{ url: "https://{host}/customers/v1", variables: { host: { default: api.example } } }]
webhooks: {}
paths:
  /customers:
    post:
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Pair", maxItems: 2 } } } }
      responses: {}
components:
  schemas:
    Pair: { type: [array, "null"], prefixItems: [{ const: a }, { type: integer, exclusiveMinimum: 0 }], unevaluatedItems: false }
x-ibm-configuration: { assembly: { execute: [{ validate: {} }, { invoke: { target-url: "${backend.url}" } }] } }
`,
  })
  const call = async (body: string) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    return (await fetch(`${gateway.url}/acme/sandbox/customers/v1/customers`, init)).status
  }
  t.deepEqual(
    await Promise.all(['["a",1]', 'null', '["a",0]', '["b"]', '["a",1,2]'].map(call)),
    [200, 200, 422, 422, 422],
  )
})
