import test from 'ava'
import { parse } from 'yaml'
import type { ApiView, ProductView, ProviderView } from '../../../../src/gateway/parts/portal/rest/index.ts'
import { requireSuccess } from '../../../_support/require-success.ts'
import { valid } from '../../config/_support/folder.ts'
import { portalFiles, startPortal } from './_support/portal.ts'

const api = `openapi: 3.0.3
info: { title: Shop <script>, version: 1.0.0, x-ibm-name: shop-api, description: "Sells <b>things</b>" }
servers: [{ url: https://ignored.example/shop }]
components:
  securitySchemes:
    key: { type: apiKey, in: query, name: client, x-key-type: client_id }
    secret: { type: apiKey, in: query, name: client_secret }
    staff: { type: http, scheme: basic, x-ibm-authentication-registry: users }
  parameters:
    id: { name: id, in: path, required: true, schema: { type: string, format: uuid } }
  schemas:
    Order:
      type: object
      required: [id, lines]
      properties:
        id: { type: integer, readOnly: true }
        lines: { type: array, items: { $ref: "#/components/schemas/Line" } }
        parent: { $ref: "#/components/schemas/Order" }
    Line: { type: object, properties: { name: { type: string, example: it's "new" }, count: { type: integer, minimum: 3 } } }
security:
  - { key: [], secret: [] }
  - staff: []
paths:
  /orders:
    post:
      operationId: add
      summary: Adds an order
      tags: [orders]
      parameters:
        - { name: trace, in: header, required: true, schema: { type: string, enum: [a, b] }, description: For support }
        - { name: dry, in: query, required: false, schema: { type: boolean } }
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } }
      responses:
        "201": { description: Added, content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
        default: { description: Refused }
  /orders/{id}:
    parameters: [{ $ref: "#/components/parameters/id" }]
    get: { operationId: show, deprecated: true, security: [], responses: { "200": { description: It } } }
x-ibm-configuration:
  properties: { hidden: { value: internal.example } }
  assembly: { execute: [{ invoke: { version: 2.0.0, target-url: "http://$(hidden)/" } }] }
`

const product = `product: 1.0.0
info: { name: orders, version: 1.0.0 }
apis: { shop-api: { name: "shop-api:1.0.0" } }
plans: { all: {} }
`

const files = { 'apis/shop-api.yaml': api, 'catalogs/sandbox/products/orders.yaml': product }

test('an API says which authorization details the token of an operation needs', async (t) => {
  const [api, provider] = ['apis/customers.yaml', 'providers/oauth.yaml'] as const
  const demand = 'x-authorization-details: [{ type: payment, actions: [pay], identifier: account }]'
  const pay = `  /accounts/{account}:\n    post: { operationId: pay, ${demand}, responses: { "200": { description: Paid } } }`
  const types = '  authorization_details: { payment: { title: Payments, actions: [read, pay] } }'
  const portal = await startPortal(t, {
    files: {
      [api]: valid[api].replace('paths:\n', `paths:\n${pay}\n`),
      [provider]: valid[provider].replace('native_provider:', `native_provider:\n${types}`),
    },
  })
  const anna = await portal.signedUp('anna')
  const { operations } = (await requireSuccess(anna.get<ApiView>('/apis/customers'))).body
  t.deepEqual(
    operations.map(({ id, authorizationDetails }) => [id, authorizationDetails]),
    [
      ['pay', 'payment (actions pay, identifier {account})'],
      ['list', undefined],
    ],
  )
})

test('products tell their plans, with limits in words and numbers', async (t) => {
  const anna = await (await startPortal(t)).signedUp('anna')
  const { body } = await anna.get<ProductView[]>('/products')
  t.deepEqual(
    body.map(({ name, version, title, description }) => [name, version, title, description]),
    [
      ['news', '2.0.0', 'News', 'What is new'],
      ['shop', '1.0.0', 'shop', undefined],
    ],
  )
  const [free, large] = body[0]?.plans ?? []
  t.like(free, { name: 'free', title: 'Free', approval: false, operations: [] })
  t.deepEqual(free?.apis, ['customers:1.0.0'])
  t.deepEqual(free?.limits, [
    {
      name: 'default',
      kind: 'rate',
      calls: 10,
      intervalSeconds: 60,
      hard: true,
      part: '',
      words: '10 calls per minute',
    },
  ])
  t.like(large, { approval: true, description: 'For those who need more' })
  t.deepEqual(
    large?.limits.map(({ part, calls, words }) => [part, calls, words]),
    [
      ['', 5, '5 calls per second at a burst'],
      ['customers:1.0.0', null, 'unlimited'],
    ],
  )
  t.deepEqual(large?.operations, [{ api: 'customers:1.0.0', operations: ['GET /customers'] }])
  t.deepEqual((await anna.get<ProductView>('/products/news')).body, body[0] as ProductView)
  t.like(await anna.get('/products/nothing'), { status: 404, body: { code: 'unknown_product' } })
})

test('an API shows its operations, not its upstreams', async (t) => {
  const portal = await startPortal(t, { files })
  const anna = await portal.signedUp('anna')
  const { body, headers } = await anna.get<ApiView>('/apis/shop-api%3A1.0.0')
  t.like(body, {
    reference: 'shop-api:1.0.0',
    title: 'Shop <script>',
    description: 'Sells <b>things</b>',
    basePath: '/acme/sandbox/shop',
    server: `${portal.origin}/acme/sandbox/shop`,
    plans: [{ product: 'orders', plan: 'all' }],
  })
  t.is(headers.get('content-type'), 'application/json; charset=utf-8')
  t.false(JSON.stringify(body).includes('internal.example'))
  t.false(JSON.stringify(body).includes('ignored.example'))

  const [add, show] = body.operations
  t.like(add, { id: 'add', method: 'POST', path: '/orders', summary: 'Adds an order', deprecated: false })
  t.deepEqual(
    add?.parameters.map(({ name, in: location, required, example }) => [name, location, required, example]),
    [
      ['trace', 'header', true, 'a'],
      ['dry', 'query', false, 'true'],
    ],
  )
  t.like(show, { deprecated: true, security: [], parameters: [{ name: 'id', in: 'path' }] })
  t.deepEqual(
    add?.security.map(({ all }) => all.map(({ definition, key }) => [definition, key])),
    [
      [
        ['key', { in: 'query', name: 'client', is: 'client id' }],
        ['secret', { in: 'query', name: 'client_secret', is: 'client secret' }],
      ],
      [['staff', undefined]],
    ],
  )
})

test('schemas refer to each other by their index, and examples fit them', async (t) => {
  const anna = await (await startPortal(t, { files })).signedUp('anna')
  const { body } = await anna.get<ApiView>('/apis/shop-api')
  const [content] = body.operations[0]?.body?.content ?? []
  const root = body.schemas[content?.schema as number]?.schema
  const order = body.schemas.findIndex(({ name }) => name === 'Order')
  const line = body.schemas.findIndex(({ name }) => name === 'Line')
  t.deepEqual(root, { $ref: `#/$defs/${order}` })
  t.like(body.schemas[order]?.schema, {
    properties: { lines: { items: { $ref: `#/$defs/${line}` } }, parent: { $ref: `#/$defs/${order}` } },
  })
  const example = JSON.parse(content?.example as string)
  t.deepEqual(example.lines, [{ name: `it's "new"`, count: 3 }])
  t.false('id' in example, 'only the server sends it')
  t.true('id' in JSON.parse(body.operations[0]?.responses[0]?.content[0]?.example as string))
})

test('example calls can be pasted, whatever values they contain', async (t) => {
  const portal = await startPortal(t, { files })
  const anna = await portal.signedUp('anna')
  const { body } = await anna.get<ApiView>('/apis/shop-api')
  const [curl, javascript, python] = body.operations[0]?.examples ?? []
  const url = `${portal.origin}/acme/sandbox/shop/orders?client=CLIENT_ID&client_secret=CLIENT_SECRET`
  t.true(curl?.text.startsWith(`curl -X POST '${url}' \\\n  -H 'trace: a' \\\n  -H 'Content-Type: application/json'`))
  t.true(curl?.text.includes(`it'\\''s \\"new\\"`))

  // Run as they are, against functions that note what they are told.
  const noted: unknown[] = []
  const run = new Function('fetch', 'console', `return (async () => { ${javascript?.text} })()`)
  await run(
    async (...given: unknown[]) => {
      noted.push(...given)
      return { status: 200, text: async () => '' }
    },
    { log() {} },
  )
  t.is(noted[0], url)
  t.like(noted[1], { method: 'POST', headers: { trace: 'a', 'Content-Type': 'application/json' } })
  t.is(JSON.parse((noted[1] as { body: string }).body).lines[0].name, `it's "new"`)
  t.regex(python?.text ?? '', /requests\.request\(\n {4}"POST",\n {4}"http/)
})

test('an API whose document was removed is shown from the revision in use', async (t) => {
  const portal = await startPortal(t, { files, tools: { describeApi: async () => undefined } })
  const anna = await portal.signedUp('anna')
  const { body } = await anna.get<ApiView>('/apis/shop-api')
  t.deepEqual(
    body.operations.map(({ id, parameters, examples }) => [id, parameters.length, examples.length]),
    [
      ['add', 0, 3],
      ['show', 0, 3],
    ],
  )
  t.like(await anna.get('/apis/nothing'), { status: 404, body: { code: 'unknown_api' } })
})

test('providers tell where tokens are to be had, and how', async (t) => {
  const provider = `name: oauth
title: Sign-in
provider_type: native
grants: [password, access_code]
scopes: { customer: Customers }
native_provider:
  user_registry: users
  default_scopes: [customer]
  refresh_token: { enabled: true }
  pkce: { required: true }
`
  const portal = await startPortal(t, { files: { 'providers/oauth.yaml': provider } })
  const anna = await portal.signedUp('anna')
  const { body } = await anna.get<ProviderView[]>('/providers')
  t.deepEqual(body, [
    {
      name: 'oauth',
      title: 'Sign-in',
      tokenPath: '/acme/sandbox/oauth/oauth2/token',
      tokenUrl: `${portal.origin}/acme/sandbox/oauth/oauth2/token`,
      authorizeUrl: 'http://gateway.test/acme/sandbox/oauth/oauth2/authorize',
      grants: ['password', 'access_code', 'refresh_token'],
      clientTypes: ['confidential'],
      scopes: [{ name: 'customer', description: 'Customers' }],
      defaultScopes: ['customer'],
      pkce: { enabled: true, required: true },
    },
  ])
})

test('a visitor who is not signed in sees only the description of the portal', async (t) => {
  const portal = await startPortal(t)
  const browser = portal.browser()
  t.deepEqual((await browser.get('/portal')).body as unknown, {
    org: 'acme',
    catalog: 'sandbox',
    title: 'sandbox',
    prefix: '/acme/sandbox/portal',
    isPublic: false,
    hasGuides: false,
    sendsMail: false,
    brand: { name: 'sandbox', hasLogo: false, hasPicture: false, links: [] },
    hasPasswords: true,
    selfSignup: true,
    maxSecretDays: 0,
    origin: portal.origin,
    callback: `${portal.origin}/acme/sandbox/portal/callback`,
  })
  for (const path of ['/products', '/products/news', '/apis/customers', '/providers', '/applications'])
    t.like(await browser.get(path), { status: 401, body: { code: 'not_signed_in' } }, path)
})

test('unpublished products are hidden, and deprecated ones accept no subscriptions', async (t) => {
  const product = (name: string, state: string) => ({
    [`catalogs/sandbox/products/${name}.yaml`]: `product: 1.0.0
info: { name: ${name}, version: 1.0.0 }
state: ${state}
apis: { customers: { name: "customers:1.0.0" } }
plans: { all: {} }
`,
  })
  const portal = await startPortal(t, {
    files: { ...product('old', 'deprecated'), ...product('gone', 'retired'), ...product('soon', 'staged') },
  })
  const anna = await portal.signedUp('anna')
  const { body } = await anna.get<ProductView[]>('/products')
  t.deepEqual(
    body.map(({ name, deprecated }) => [name, deprecated]),
    [
      ['news', false],
      ['old', true],
      ['shop', false],
    ],
  )
  await requireSuccess(anna.call('POST', '/applications', { name: 'mine' }))
  for (const [name, status, code] of [
    ['old', 409, 'product_deprecated'],
    ['gone', 404, 'unknown_product'],
    ['soon', 404, 'unknown_product'],
  ] as const) {
    const answer = await anna.call('PUT', `/applications/mine/subscriptions/${name}`, { plan: 'all' })
    t.like(answer, { status, body: { code } }, name)
  }
  t.is((await anna.get('/products/gone')).status, 404)
})

test('an offline API is shown as offline', async (t) => {
  const files = portalFiles('self_signup: true')
  const catalog = `${files['catalogs/sandbox/catalog.yaml']}offline_apis: ["customers:1.0.0"]\n`
  const portal = await startPortal(t, { files: { 'catalogs/sandbox/catalog.yaml': catalog } })
  const anna = await portal.signedUp('anna')
  t.true((await anna.get<ApiView>('/apis/customers')).body.offline)
})

for (const format of ['json', 'yaml'] as const) {
  test(`the OpenAPI file in ${format} has the gateway as its server and nothing internal`, async (t) => {
    const portal = await startPortal(t, { files })
    const anna = await portal.signedUp('anna')
    const url = `${portal.origin}/acme/sandbox/portal/api/v1/apis/shop-api:1.0.0/openapi.${format}`
    const response = await fetch(url, { headers: { cookie: anna.cookie, connection: 'close' } })
    t.is(response.headers.get('content-disposition'), `attachment; filename="shop-api-1.0.0.${format}"`)
    t.regex(response.headers.get('content-type') ?? '', new RegExp(`^application/${format}`))
    const text = await response.text()
    t.notRegex(text, /x-ibm|x-key-type|internal\.example|ignored\.example/)
    const document = parse(text) as Record<string, unknown>
    t.like(document, { openapi: '3.0.3', servers: [{ url: `${portal.origin}/acme/sandbox/shop` }] })
    t.deepEqual(Object.keys(document.paths as object), ['/orders', '/orders/{id}'])
  })
}

test('the WSDL of an API has the gateway as its address; other APIs have none', async (t) => {
  const wsdl = `<?xml version="1.0"?>
<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/">
  <w:service name="Weather"><w:port name="p" binding="b">
    <soap:address\n location='http://internal.example/weather?a=1' />
  </w:port></w:service>
</w:definitions>`
  const soap = `swagger: "2.0"
info: { title: Weather, version: 1.0.0, x-ibm-name: weather }
basePath: /weather
paths: { /soap: { post: { security: [], responses: { "200": { description: The weather } } } } }
x-ibm-configuration:
  type: wsdl
  wsdl-definition: { wsdl: "$file{../weather.wsdl}", service: Weather, port: p, soap-version: "1.1" }
  assembly: { execute: [{ invoke: { version: 2.0.0, target-url: "http://internal.example/" } }] }
`
  const products = `product: 1.0.0
info: { name: orders, version: 1.0.0 }
apis: { shop-api: { name: "shop-api:1.0.0" }, weather: { name: "weather:1.0.0" } }
plans: { all: {} }
`
  const portal = await startPortal(t, {
    files: {
      ...files,
      'weather.wsdl': wsdl,
      'apis/weather.yaml': soap,
      'catalogs/sandbox/products/orders.yaml': products,
    },
  })
  const anna = await portal.signedUp('anna')
  t.true((await anna.get<ApiView>('/apis/weather')).body.wsdl)
  t.false('wsdl' in (await anna.get<ApiView>('/apis/shop-api')).body)
  const url = `${portal.origin}/acme/sandbox/portal/api/v1/apis/weather/wsdl`
  const response = await fetch(url, { headers: { cookie: anna.cookie, connection: 'close' } })
  t.is(response.headers.get('content-disposition'), 'attachment; filename="weather-1.0.0.wsdl"')
  t.is(await response.text(), wsdl.replace(/'http:[^']*'/, `"${portal.origin}/acme/sandbox/weather/soap"`))
  t.like(await anna.get('/apis/shop-api/wsdl'), { status: 404, body: { code: 'no_wsdl' } })
})

test('the OpenAPI file of an API whose document is gone is an error that says so', async (t) => {
  const portal = await startPortal(t, { tools: { readOpenApi: async () => undefined } })
  const anna = await portal.signedUp('anna')
  const found = await anna.get('/apis/customers:1.0.0/openapi.json')
  t.like(found, { status: 503, body: { code: 'document_unreadable' } })
})

test('an API says since when it is deprecated, and when it ends', async (t) => {
  const deprecation = { since: '2026-12-01', sunset: '2027-06-30', link: 'https://acme.example/2', text: 'Use **2**' }
  const info = `version: 1.0.0, x-deprecation: ${JSON.stringify(deprecation)},`
  const deprecated = { ...files, 'apis/shop-api.yaml': api.replace('version: 1.0.0,', info) }
  const anna = await (await startPortal(t, { files: deprecated })).signedUp('anna')
  t.like((await anna.get<ApiView>('/apis/shop-api:1.0.0')).body, { deprecation })
  t.is((await anna.get<ApiView>('/apis/customers:1.0.0')).body.deprecation, undefined)
  const wrong = api.replace('version: 1.0.0,', 'version: 1.0.0, x-deprecation: { sunset: soon },')
  const { message } = await t.throwsAsync(startPortal(t, { files: { ...files, 'apis/shop-api.yaml': wrong } }))
  t.regex(message, /info\.x-deprecation\.sunset must be a date such as 2027-06-30/)
  const early = '{ since: 2027-01-01, sunset: 2026-12-31 }'
  const reversed = api.replace('version: 1.0.0,', `version: 1.0.0, x-deprecation: ${early},`)
  await t.throwsAsync(startPortal(t, { files: { ...files, 'apis/shop-api.yaml': reversed } }), {
    message: /x-deprecation\.sunset must not be before "since", 2027-01-01.* - found 2026-12-31/,
  })
})

test('a product says since when it is deprecated, and when it ends', async (t) => {
  const name = 'catalogs/sandbox/products/news.yaml'
  const news = String(portalFiles('')[name])
  const deprecation = { since: '2026-12-01', sunset: '2027-06-30' }
  const deprecated = news.replace('title: News,', `title: News, x-deprecation: ${JSON.stringify(deprecation)},`)
  const anna = await (await startPortal(t, { files: { [name]: deprecated } })).signedUp('anna')
  t.like((await anna.get('/products/news')).body, { deprecated: false, deprecation })
})

test('a product shows its icon, from a file or from its document, and the prices of its plans', async (t) => {
  const withIcon = (icon: string) =>
    product.replace('info: {', `info: { icon: "${icon}",`).replace('all: {}', 'all: { price: 49 € per month }')
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
  for (const [icon, type, body] of [
    ['icons/orders.svg', 'image/svg+xml', svg],
    [`data:image/png;base64,${Buffer.from('png').toString('base64')}`, 'image/png', 'png'],
  ] as const) {
    const portal = await startPortal(t, {
      files: {
        ...files,
        'catalogs/sandbox/products/orders.yaml': withIcon(icon),
        'catalogs/sandbox/products/icons/orders.svg': svg,
      },
    })
    const anna = await portal.signedUp('anna')
    const { body: view } = await anna.get<ProductView>('/products/orders')
    t.true(view.hasIcon)
    t.is(view.plans[0]?.price, '49 € per month')
    const shown = await fetch(`${portal.origin}/acme/sandbox/portal/api/v1/products/orders/icon`, {
      headers: { cookie: anna.cookie ?? '' },
    })
    t.deepEqual([shown.status, shown.headers.get('content-type'), await shown.text()], [200, type, body])
    t.is((await fetch(shown.url)).status, 401)
  }
  const anna = await (await startPortal(t, { files })).signedUp('anna')
  t.false((await anna.get<ProductView>('/products/orders')).body.hasIcon)
  t.like(await anna.get('/products/orders/icon'), { status: 404, body: { code: 'unknown_image' } })
})
