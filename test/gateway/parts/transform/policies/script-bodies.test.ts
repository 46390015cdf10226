/** The table "Bodies in scripts" of docs/policies.md: one test for each of its rows. */
import test, { type ExecutionContext } from 'ava'
import { findGatewayProblems } from '../../../_support/tables.ts'
import { api, catalog, config, operation, step } from '../../../data-plane/_support/documents.ts'
import { bodyOf, type Running, startBackend, startGateway } from '../../../data-plane/_support/servers.ts'

let backend: Running
test.before(async () => {
  backend = await startBackend(async (request, response) => {
    const body = await bodyOf(request)
    response.setHeader('content-type', request.headers['x-respond-as'] ?? 'application/json')
    response.end(body === '' ? '{"city":"Ulm","lat":1.0}' : body)
  })
})
test.after.always(() => backend.close())

const upstream = { 'target-url': 'http://backend' }
const invoke = (settings: object = {}) => step('invoke', { ...upstream, ...settings })
const script = (source: string) => step('gatewayscript', { source })
/** Shows what a script gets for a name: the kind of the value, and the value. */
const show = (name: string) =>
  script(`
    const value = context.get(${JSON.stringify(name)});
    const kind = Buffer.isBuffer(value) ? 'bytes' : value && value.nodeType ? 'XML' : typeof value;
    const text = kind === 'object' ? JSON.stringify(value) : String(value);
    context.message.body.write(kind + ' ' + text);
    context.message.header.set('Content-Type', 'text/plain');`)

type Steps = ReturnType<typeof step>[]
async function shown(t: ExecutionContext, steps: Steps, body = '{"city": "Ulm"}', type = 'application/json') {
  const execute = steps.map((each) =>
    each.policy === 'invoke'
      ? { ...each, settings: { ...(each.settings as object), 'target-url': backend.url } }
      : each,
  )
  const assembly = { execute, catch: [], finally: [] }
  const document = api(backend.url, { operations: [operation('POST', '/orders')], assembly })
  const gateway = await startGateway(config(catalog([document])))
  try {
    const headers = type === '' ? {} : { 'content-type': type, 'x-respond-as': type }
    const sent = type === '' ? new Blob([body]) : body
    const response = await fetch(`${gateway.url}/acme/sandbox/customerdb/v1/orders`, {
      method: 'POST',
      body: sent,
      headers,
    })
    t.is(response.status, 200)
    return await response.text()
  } finally {
    await gateway.close()
  }
}

const xml = '<order><id>7</id></order>'
const parse = (settings: object = {}) => step('parse', settings)
const rows: [row: string, steps: Steps, expected: string, body?: string, type?: string][] = [
  ['of a request is its text', [show('request.body')], 'string {"city": "Ulm"}'],
  ['of the message is its text', [show('message.body')], 'string {"city": "Ulm"}'],
  ['is the text of XML', [show('message.body')], `string ${xml}`, xml, 'text/xml'],
  [
    'is the text of other text',
    [show('message.body')],
    'string a=1&b=2',
    'a=1&b=2',
    'application/x-www-form-urlencoded',
  ],
  ['is its text without a content type', [show('message.body')], 'string {"a":1}', '{"a":1}', ''],
  [
    'is a buffer for types that are no text',
    [show('message.body')],
    'bytes {"a":1}',
    '{"a":1}',
    'application/octet-stream',
  ],
  ['has no members', [show('message.body.city')], 'undefined undefined'],
  ['after parse is an object', [parse(), show('message.body')], 'object {"city":"Ulm"}'],
  ['after parse has members', [parse(), show('message.body.city')], 'string Ulm'],
  ['after parse of XML is XML', [parse(), show('message.body')], `XML ${xml}`, xml, 'application/xml'],
  ['of the request stays a text after parse', [parse(), show('request.body')], 'string {"city": "Ulm"}'],
  [
    'that parse skips stays a text',
    [parse({ 'use-content-type': true }), show('message.body')],
    'string {"a":1}',
    '{"a":1}',
    'text/plain',
  ],
  [
    'after parse of request into message is an object',
    [parse({ input: 'request' }), show('message.body')],
    'object {"city":"Ulm"}',
  ],
  [
    'above 64 KiB after parse is an object',
    [parse(), show('message.body.city')],
    'string Ulm',
    `{"city":"Ulm","more":"${'x'.repeat(70_000)}"}`,
  ],
  ['after invoke is a text again', [parse(), invoke(), show('message.body')], 'string {"city": "Ulm"}'],
  ['of the output of invoke is a text', [invoke({ output: 'found' }), show('found.body')], 'string {"city": "Ulm"}'],
  [
    'beside invoke with output stays parsed',
    [parse(), invoke({ output: 'found' }), show('message.body')],
    'object {"city":"Ulm"}',
  ],
  [
    'of an output after parse is an object',
    [invoke({ output: 'found' }), parse({ input: 'found' }), show('found.body')],
    'object {"city":"Ulm"}',
  ],
  [
    'that xml-to-json wrote is an object',
    [step('xml-to-json', {}), show('message.body.order.id.$')],
    'string 7',
    xml,
    'text/xml',
  ],
  ['that json-to-xml wrote is XML', [step('json-to-xml', {}), show('message.body')], 'XML <city>Ulm</city>'],
  [
    'that set-variable wrote as a text is a text',
    [step('set-variable', { actions: [{ set: 'message.body', value: '{"a": 1}' }] }), show('message.body')],
    'string {"a": 1}',
  ],
  [
    'that set-variable wrote as an object is an object',
    [step('set-variable', { actions: [{ set: 'message.body', value: { a: 1 } }] }), show('message.body')],
    'object {"a":1}',
  ],
  [
    'that a script wrote as an object is an object',
    [script("context.set('message.body', { a: 1 })"), show('message.body')],
    'object {"a":1}',
  ],
  [
    'that a script wrote as a text is a text',
    [script(`context.message.body.write('{"a": 1}')`), show('message.body')],
    'string {"a": 1}',
  ],
]
for (const [row, steps, expected, body, type] of rows)
  test(`a body ${row}`, async (t) => {
    t.is(await shown(t, steps, body, type), expected)
  })

const setTo = (value: string) => step('set-variable', { actions: [{ set: 'message.body', value }] })
test('templates read members of bodies that nothing has parsed', async (t) => {
  const found = [invoke({ output: 'found' }), setTo('$(request.body.city) $(found.body.city) $(found.body.lat)')]
  t.is(await shown(t, found), 'Ulm Ulm ')
  t.is(await shown(t, [setTo('$(message.body.city)')]), 'Ulm')
})

test('maps read members of bodies that nothing has parsed', async (t) => {
  const inputs = { given: { variable: 'found.body.place' }, whole: { variable: 'message.body' } }
  const actions = [
    { set: 'out.name', from: 'given.name' },
    { set: 'out.id', from: 'whole.place.id' },
  ]
  const map = step('map', { inputs, outputs: { out: { variable: 'message.body' } }, actions })
  t.is(await shown(t, [invoke({ output: 'found' }), map], '{"place":{"name":"Ulm","id":7}}'), '{"name":"Ulm","id":7}')
})

test('conditions read members of bodies that nothing has parsed', async (t) => {
  for (const condition of ["found.body.city = 'Ulm' and message.body.city = 'Ulm'", "$(found.body.city) === 'Ulm'"]) {
    const chosen = step('if', { condition, execute: [] }, [[setTo('chosen')]])
    t.is(await shown(t, [invoke({ output: 'found' }), chosen]), 'chosen')
  }
})

test('scripts for version 5 read objects, as apim.getvariable returned them', async (t) => {
  const source = "session.output.write(apim.getvariable('message.body').city + apim.getvariable('found.body.city'))"
  t.is(await shown(t, [invoke({ output: 'found' }), script(source)]), 'UlmUlm')
})

test('XML.stringify takes the text of a body', async (t) => {
  t.is(
    await shown(t, [script("session.output.write(XML.stringify(context.get('message.body')))")], xml, 'text/xml'),
    xml,
  )
})

function warnings(steps: Steps): string[] {
  const execute = steps.map((each) => ({ ...each, location: { ...each.location } }))
  const document = api('http://backend', { assembly: { execute, catch: [], finally: [] } })
  return findGatewayProblems(config(catalog([document]))).map(({ severity, message }) => `${severity}: ${message}`)
}

const taken: [string, number][] = [
  ["var a = 1;\nvar b = context.get('message.body').city;", 2],
  ["context.get('message.body.city')", 1],
  ["const all = context.get('message');\nconst c = context.get('message').body.city;", 2],
  ["let order = context.get('request.body');\n\nfor (const each of order.items) console.log(each)", 3],
  ["var o = context.get('message.body')\nif (Object.keys(o).length > 0) o = 1", 2],
  ['var input = context.getVariable("message.body"); fields.forEach(function (f) { out[f] = input[f] });', 1],
]
for (const [source, line] of taken)
  test(`check names the line of a script that takes a text for an object: ${JSON.stringify(source)}`, (t) => {
    const [warning = '', ...others] = warnings([script(source), invoke()])
    t.regex(warning, new RegExp(`^warning: line ${line} of the script takes (?:message|request).body for an object`))
    t.deepEqual(others, [])
  })

for (const source of [
  "var o = JSON.parse(context.get('message.body')); o.city",
  "var text = context.get('message.body');\nvar o = JSON.parse(text); text.length; o.city",
  "context.get('message.body').toString().length",
  "// context.get('message.body').city",
  "/* var b = context.get('message.body');\n b.city */",
  "var o = context.get('message.body'); if (typeof o === 'string') o = JSON.parse(o); o.city",
  "apim.getvariable('message.body').city",
])
  test(`check is silent about ${JSON.stringify(source)}`, (t) => {
    t.deepEqual(warnings([script(source), invoke()]), [])
  })

test('check follows which steps have parsed the body', (t) => {
  const reads = script("context.get('message.body').city")
  t.deepEqual(warnings([parse(), reads]), [])
  t.deepEqual(warnings([step('xml-to-json', {}), reads]), [])
  t.deepEqual(warnings([script("context.set('message.body', { city: 1 })"), reads]), [])
  t.is(warnings([parse(), invoke(), reads]).length, 1)
  t.deepEqual(warnings([parse(), invoke({ output: 'found' }), reads]), [])
  t.is(warnings([invoke({ output: 'found' }), script("context.get('found.body').city")]).length, 1)
})

test('XML in the encoding that it declares is read in it, and written as UTF-8', async (t) => {
  const operations = [operation('POST', '/orders')]
  const steps = [step('redact', { redactions: [{ action: 'redact', path: '/order/card' }] })]
  const assembly = { execute: steps, catch: [], finally: [] }
  const gateway = await startGateway(config(catalog([api('http://backend', { operations, assembly })])))
  t.teardown(() => gateway.close())
  const order = '<order><name>J\xe9r\xf4me</name><card>1</card></order>'
  const call = async (encoding: string, charset = '', body = Buffer.from(`${encoding}${order}`, 'latin1')) => {
    const headers = { 'content-type': `text/xml${charset}; action="a"` }
    const response = await fetch(`${gateway.url}/acme/sandbox/customerdb/v1/orders`, { method: 'POST', body, headers })
    return [response.status, response.headers.get('content-type'), await response.text()]
  }
  const redacted = '<order><name>Jérôme</name><card>******</card></order>'
  const [latin1, unknown] = ['ISO-8859-1', 'no-such-encoding'].map((each) => `<?xml version='1.0' encoding='${each}'?>`)
  const named = '; charset=ISO-8859-1'
  t.deepEqual(await call(latin1 as string), [200, 'text/xml; action="a"', redacted])
  for (const declaration of ['', latin1, unknown])
    t.deepEqual(await call(declaration as string, named), [200, 'text/xml; charset=utf-8; action="a"', redacted])
  const marked = Buffer.from(`\ufeff${order}`, 'utf16le')
  for (const body of [marked, Buffer.from(marked).swap16()])
    t.deepEqual(await call('', named, body), [200, 'text/xml; charset=utf-8; action="a"', redacted])
  t.is((await call(unknown as string))[0], 400)
})
