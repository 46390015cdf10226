import test, { type ExecutionContext } from 'ava'
import { findGatewayProblems } from '../../../_support/tables.ts'
import { api, catalog, config, operation, step } from '../../../data-plane/_support/documents.ts'
import { findProblemLines } from '../../../data-plane/_support/loaded.ts'
import { startGateway } from '../../../data-plane/_support/servers.ts'

type Settings = Record<string, unknown>

const schemas = new Map<string, unknown>([
  [
    '#/definitions/Order',
    {
      type: 'object',
      required: ['currency'],
      properties: {
        id: { type: 'integer' },
        label: { type: 'string' },
        paid: { type: 'boolean' },
        currency: { type: 'string', default: 'EUR' },
        lines: { type: 'array', items: { $ref: '#/definitions/Line' } },
      },
    },
  ],
  ['#/definitions/Line', { type: 'object', properties: { sku: { type: 'string' }, count: { type: 'integer' } } }],
  [
    '#/definitions/Envelope',
    {
      type: 'object',
      properties: {
        Envelope: {
          type: 'object',
          xml: { prefix: 's', namespace: 'urn:soap' },
          properties: {
            Header: { type: 'string', xml: { prefix: 's', namespace: 'urn:soap' } },
            Body: {
              type: 'object',
              xml: { prefix: 's', namespace: 'urn:soap' },
              properties: {
                order: {
                  type: 'object',
                  xml: { prefix: 'o', namespace: 'urn:order' },
                  properties: {
                    '@id': { type: 'integer', xml: { attribute: true, name: 'id' } },
                    item: { type: 'array', items: { type: 'integer' } },
                  },
                },
              },
            },
          },
        },
      },
    },
  ],
])
const ref = (name: string) => ({ $ref: `#/definitions/${name}` })

async function map(t: ExecutionContext, settings: Settings, init: RequestInit = {}, query = '') {
  const operations = ['GET', 'POST'].map((method) => operation(method, '/orders/{id}'))
  const assembly = { execute: [step('map', settings)], catch: [], finally: [] }
  const properties = new Map([['region', 'EMEA']])
  const gateway = await startGateway(
    config(catalog([api('http://127.0.0.1:9', { operations, assembly, properties, schemas })])),
  )
  t.teardown(() => gateway.close())
  const body = init.body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' } }
  const response = await fetch(`${gateway.url}/acme/sandbox/customerdb/v1/orders/7${query}`, { ...body, ...init })
  return { response, text: await response.text(), type: response.headers.get('content-type') }
}

const message = (schema?: object, content?: string) => ({
  variable: 'message.body',
  ...(schema && { schema }),
  ...(content && { content }),
})
const request = (schema?: object, content?: string) => ({ ...message(schema, content), variable: 'request.body' })

test('parameters become members of a new message, in the types of its schema', async (t) => {
  const { text, type } = await map(
    t,
    {
      inputs: {
        id: { variable: 'request.parameters.id', schema: { type: 'string' } },
        paid: { variable: 'request.parameters.paid' },
      },
      outputs: { output: message(ref('Order'), 'application/json') },
      actions: [
        { set: 'output.id', from: 'id' },
        { set: 'output.paid', from: 'paid' },
      ],
    },
    {},
    '?paid=true',
  )
  t.deepEqual([JSON.parse(text), type], [{ id: 7, paid: true }, 'application/json'])
})

test('long numbers keep their digits where no expression computes with them', async (t) => {
  const actions = [
    { set: 'output.id', from: 'input.id' },
    { set: 'output.label', from: 'input.id' },
    { set: 'output.list', from: 'other.list' },
    { set: 'output.next', from: 'input.id', value: '$(input.id) + 1' },
    { set: 'output.kind', from: 'input.id', value: 'typeof $(input.id)' },
  ]
  const settings = (content?: string) => ({
    inputs: { input: request(), other: message() },
    outputs: { output: message(ref('Order'), content) },
    actions,
  })
  const body = '{"id":12345678901234567890,"list":[{"n":-9007199254740993}]}'
  const json = await map(t, settings('application/json'), { body })
  const copied = '"id":12345678901234567890,"label":"12345678901234567890","list":[{"n":-9007199254740993}]'
  t.is(json.text, `{${copied},"next":12345678901234567000,"kind":"number"}`)
  const xml = await map(t, settings('application/xml'), { body })
  t.regex(xml.text, /<label>12345678901234567890<.label>.*<kind>number</)
})

test('an expression computes a value from several inputs, variables and properties', async (t) => {
  const { text } = await map(
    t,
    {
      inputs: { input: request() },
      outputs: { output: message(ref('Order')) },
      actions: [
        {
          set: 'output.label',
          from: ['input.first', 'input.last'],
          value: `$(input.first) + ' ' + $(input.last).toUpperCase() + ' ' + $(request.verb) + $(region)`,
        },
        { set: 'output.id', from: ['input.a', 'input.b'], value: 'var sum = $(input.a) + $(input.b); sum * 2' },
        { set: 'output.currency', value: `'CHF'` },
        { set: 'output.paid', value: true },
      ],
    },
    { body: '{"first":"Ada","last":"Lovelace","a":2,"b":3}' },
  )
  t.deepEqual(JSON.parse(text), { label: 'Ada LOVELACE POSTEMEA', id: 10, currency: 'CHF', paid: true })
})

test('a missing value is left out, or replaced with the default', async (t) => {
  const { text } = await map(
    t,
    {
      inputs: { input: request() },
      outputs: { output: message(ref('Order')) },
      actions: [
        { set: 'output.id', from: 'input.id', default: '5' },
        { set: 'output.label', from: 'input.label' },
        { set: 'output.currency', from: 'input.currency', value: '$(input.currency).trim()', default: '$(region)' },
      ],
    },
    { body: '{"label":null}' },
  )
  t.deepEqual(JSON.parse(text), { id: 5, currency: 'EMEA' })
})

test('options decide about null and about defaults of required members', async (t) => {
  const { text } = await map(
    t,
    {
      inputs: { input: request() },
      outputs: { output: message(ref('Order')) },
      actions: [{ set: 'output.label', from: 'input.label' }],
      options: { mapNullValue: true, mapEmulateV4DefaultRequiredProps: true },
    },
    { body: '{"label":null}' },
  )
  t.deepEqual(JSON.parse(text), { label: null, currency: 'EUR' })
})

const nested = [
  {
    create: 'output.lines',
    foreach: 'input.groups',
    actions: [
      { set: 'sku', from: 'input.groups.name', value: `$(input.groups.name) + '-' + $(input.tag)` },
      {
        create: 'output.lines.parts',
        foreach: 'input.groups.parts',
        actions: [{ set: 'no', from: 'input.groups.parts.n' }],
      },
    ],
  },
]

test('nested lists are mapped element by element', async (t) => {
  const { text } = await map(
    t,
    { inputs: { input: request() }, outputs: { output: message() }, actions: nested },
    { body: '{"tag":"x","groups":[{"name":"a","parts":[{"n":1},{"n":2}]},{"name":"b","parts":[]}]}' },
  )
  t.deepEqual(JSON.parse(text), {
    lines: [
      { sku: 'a-x', parts: [{ no: 1 }, { no: 2 }] },
      { sku: 'b-x', parts: [] },
    ],
  })
})

for (const [option, expected] of [
  ['all', { lines: [{ sku: 'b-x', parts: [] }] }],
  ['parent', { lines: [{ sku: 'b-x' }] }],
  ['none', { lines: [{ sku: 'b-x' }] }],
] as const) {
  test(`with mapCreateEmptyArray ${option}, a list within a list is ${option === 'all' ? 'kept' : 'left out'} when it is empty`, async (t) => {
    const { text } = await map(
      t,
      {
        inputs: { input: request() },
        outputs: { output: message() },
        actions: nested,
        options: { mapCreateEmptyArray: option },
      },
      { body: '{"tag":"x","groups":[{"name":"b","parts":[]}]}' },
    )
    t.deepEqual(JSON.parse(text), expected)
  })
}

test('lists are appended, flattened and reduced to their first element', async (t) => {
  const settings = {
    inputs: { input: request() },
    outputs: { output: message() },
    actions: [
      { create: 'output.all', foreach: 'input.a', from: 'input.a.n' },
      { create: 'output.all', foreach: 'input.b', from: 'input.b' },
      { set: 'output.numbers', from: 'input.a.n' },
    ],
  }
  const body = '{"a":[{"n":1},{"n":2}],"b":[3]}'
  t.deepEqual(JSON.parse((await map(t, settings, { body })).text), { all: [1, 2, 3], numbers: [1, 2] })
  const first = { ...settings, actions: settings.actions.slice(2), options: { mapArrayFirstElementValue: true } }
  t.deepEqual(JSON.parse((await map(t, first, { body })).text), { numbers: 1 })
})

test('an object is mapped to XML, with prefixes, namespaces, attributes and lists of the schema', async (t) => {
  const { text, type } = await map(
    t,
    {
      inputs: { input: request() },
      outputs: { body: message(ref('Envelope'), 'text/xml') },
      actions: [{ set: 'body.Envelope.Body.order', from: 'input' }],
      options: { includeEmptyXMLElements: false },
    },
    { body: '{"item":[1,2],"@id":9,"note":"a < b"}' },
  )
  t.is(type, 'text/xml')
  t.is(
    text,
    '<s:Envelope xmlns:s="urn:soap"><s:Body><o:order xmlns:o="urn:order" id="9"><o:item>1</o:item><o:item>2</o:item><o:note>a &lt; b</o:note></o:order></s:Body></s:Envelope>',
  )
})

test('the root element can declare all namespaces, and empty elements can be written', async (t) => {
  const { text } = await map(
    t,
    {
      inputs: { input: request() },
      outputs: { body: message(ref('Envelope'), 'application/xml') },
      actions: [{ set: 'body.Envelope.Body.order.item', from: 'input' }],
      options: { inlineNamespaces: false },
    },
    { body: '[4]' },
  )
  t.is(
    text,
    '<s:Envelope xmlns:s="urn:soap" xmlns:o="urn:order"><s:Header/><s:Body><o:order><o:item>4</o:item></o:order></s:Body></s:Envelope>',
  )
})

test('XML is mapped to an object, with the types of the schema', async (t) => {
  const xml =
    '<x:Envelope xmlns:x="urn:soap"><x:Body><order xmlns="urn:order" id="3"><item>5</item></order></x:Body></x:Envelope>'
  const settings = {
    inputs: { input: request(ref('Envelope'), 'application/xml') },
    outputs: { output: message() },
    actions: [{ set: 'output', from: 'input.Envelope.Body.order' }],
  }
  const init = { body: xml, headers: { 'content-type': 'text/xml' } }
  t.deepEqual(JSON.parse((await map(t, settings, init)).text), { '@id': '3', item: ['5'] })
  const typed = { ...settings, options: { mapResolveXMLInputDataType: true } }
  t.deepEqual(JSON.parse((await map(t, typed, init)).text), { '@id': 3, item: [5] })
})

test('JSON that was XML gets the names and types of its schema with mapEnablePostProcessingJSON', async (t) => {
  const price = { type: 'object', properties: { '@currency': { type: 'string' }, $: { type: 'number' } } }
  const schema = { type: 'object', properties: { price, tag: { type: 'array', items: { type: 'integer' } } } }
  const settings = {
    inputs: { input: request({ type: 'object' }, 'application/xml') },
    outputs: { output: message(schema) },
    actions: [{ set: 'output', from: 'input.order' }],
    options: { mapEnablePostProcessingJSON: true },
  }
  const read = async (body: string) =>
    JSON.parse((await map(t, settings, { body, headers: { 'content-type': 'text/xml' } })).text)
  const xml = '<order><price currency="EUR">9.5</price><tag>1</tag></order>'
  t.deepEqual(await read(xml), { price: { '@currency': 'EUR', $: 9.5 }, tag: [1] })
  t.deepEqual(await read('<order><price>9.5</price></order>'), { price: { $: 9.5 } })
})

test('empty elements are texts, null, or left out', async (t) => {
  const read = async (mapXMLEmptyElement: string) =>
    JSON.parse(
      (
        await map(
          t,
          {
            inputs: { input: request(undefined, 'application/xml') },
            outputs: { output: message() },
            actions: [{ set: 'output.a', from: 'input.r' }],
            options: { mapXMLEmptyElement, mapNullValue: true },
          },
          { body: '<r><b/><c>1</c></r>', headers: { 'content-type': 'text/xml' } },
        )
      ).text,
    )
  t.deepEqual(await read('string'), { a: { b: '', c: '1' } })
  t.deepEqual(await read('null'), { a: { b: null, c: '1' } })
  t.deepEqual(await read('none'), { a: { c: '1' } })
  t.deepEqual(await read('string-badgerfish'), { a: { b: { $: '' }, c: '1' } })
})

test('outputs can be headers and variables', async (t) => {
  const { response } = await map(
    t,
    {
      inputs: { input: request() },
      outputs: { header: { variable: 'message.headers.X-Total' }, output: message() },
      actions: [
        { set: 'header', from: 'input.total' },
        { set: 'output.ok', value: 1 },
      ],
    },
    { body: '{"total":12}' },
  )
  t.is(response.headers.get('x-total'), '12')
})

for (const [title, actions, pattern] of [
  [
    'that is no expression',
    [{ set: 'output.a', value: 'hello world' }],
    /the value "hello world" is not a JavaScript expression: .*; write a text in quotes/,
  ],
  ['without a target', [{ from: 'input.a' }], /needs the member set or create/],
] as const) {
  test(`an action ${title} is an error of the document`, (t) => {
    const assembly = { execute: [step('map', { outputs: { output: message() }, actions })], catch: [], finally: [] }
    const [problem] = findGatewayProblems(config(catalog([api('http://127.0.0.1:9', { assembly })])))
    t.regex(problem?.message ?? '', pattern)
  })
}

test('an expression that fails is 500', async (t) => {
  const { response } = await map(t, {
    outputs: { output: message() },
    actions: [{ set: 'output.a', value: 'missing.member' }],
  })
  t.is(response.status, 500)
})

test('schemas of the document are found by their reference, and a missing one is a problem of the map', async (t) => {
  const document = (reference: string) => ({
    'apis/orders.yaml': `
openapi: 3.0.3
info: { title: Orders, version: 1.0.0, x-ibm-name: orders }
servers: [{ url: /orders }]
paths: { /: { post: { responses: { "200": { description: OK } } } } }
security: []
components: { schemas: { Order: { type: object, properties: { id: { $ref: "#/components/schemas/Id" } } }, Id: { type: string } } }
x-ibm-configuration:
  assembly:
    execute:
      - map:
          inputs: { input: { variable: request.body, schema: { $ref: "${reference}" } } }
          outputs: { output: { variable: my.order, schema: { $ref: "#/components/schemas/Order" } } }
          actions: [{ set: output.id, from: input.id, value: $(input.id) + 1 }]
      - set-variable: { actions: [{ set: message.body, value: $(my.order.id) }] }
`,
  })
  const problems = async (reference: string) =>
    (await findProblemLines(t, document(reference))).filter(
      (line) => !line.includes('warning') && line.includes('apis/'),
    )
  t.deepEqual(await problems('#/components/schemas/Order'), [])
  t.regex(
    (await problems('#/components/schemas/Absent')).join('\n'),
    /map: \$ref "#\/components\/schemas\/Absent" points to nothing/,
  )
})

for (const [title, input, body] of [
  ['JSON', request(undefined, 'application/json'), '{"a":'],
  ['JSON whose schema is an object', request({ type: 'object' }), 'a=1'],
  ['XML', request(undefined, 'application/xml'), '<a>'],
] as const) {
  test(`a body that is malformed ${title} is 400, and no action runs`, async (t) => {
    const outputs = { output: message(undefined, 'application/xml') }
    const { response } = await map(
      t,
      { inputs: { input }, outputs, actions: [{ set: 'output.x', from: 'input' }] },
      { body },
    )
    t.is(response.status, 400)
  })
}

test('a header that looks like JSON and is none stays a text', async (t) => {
  const inputs = { input: { variable: 'request.headers.x-list' } }
  const actions = [{ set: 'output.label', from: 'input' }]
  const init = { headers: { 'x-list': '[a]' } }
  const { text } = await map(t, { inputs, outputs: { output: message() }, actions }, init)
  t.is(text, '{"label":"[a]"}')
})
