import test, { type ExecutionContext } from 'ava'
import { api, catalog, config, operation, step } from '../_support/documents.ts'
import { bodyOf, startBackend, startGateway } from '../_support/servers.ts'

async function serve(t: ExecutionContext, execute: ReturnType<typeof step>[], extra: object = {}, deps: object = {}) {
  const backend = await startBackend(async (request, response) => {
    const { headers } = request
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ type: headers['content-type'], body: await bodyOf(request) }))
  })
  t.teardown(() => backend.close())
  const operations = ['GET', 'POST'].map((method) => operation(method, '/customers'))
  const assembly = { execute, catch: [], finally: [] }
  const gateway = await startGateway(config(catalog([api(backend.url, { operations, assembly, ...extra })])), deps)
  t.teardown(() => gateway.close())
  const call = (body?: string, type = 'application/json') =>
    fetch(
      `${gateway.url}/acme/sandbox/customerdb/v1/customers`,
      body === undefined ? {} : { method: 'POST', body, headers: { 'content-type': type } },
    )
  return { call, gateway }
}

const invoke = step('invoke', { 'target-url': '$(upstream)/' })
const echo = async (answer: Promise<Response>) => (await (await answer).json()) as { type: string; body: string }

test('xml-to-json forwards an XML body as JSON, by the BadgerFish convention', async (t) => {
  const { call } = await serve(t, [step('xml-to-json', {}), invoke])
  const { type, body } = await echo(call('<a b="1">x</a>', 'text/xml'))
  t.deepEqual([type, JSON.parse(body)], ['application/json', { a: { '@b': '1', $: 'x' } }])
})

test('xml-to-json has a relaxed form', async (t) => {
  const { call } = await serve(t, [step('xml-to-json', { conversionType: 'apicv5' }), invoke])
  t.deepEqual(JSON.parse((await echo(call('<a><b>1</b></a>', 'text/xml'))).body), { a: { b: '1' } })
})

test('json-to-xml forwards a JSON body as XML', async (t) => {
  const { call } = await serve(t, [
    step('json-to-xml', { rootXMLElementName: 'all', unnamedXMLArrayElementName: 'each' }),
    invoke,
  ])
  t.deepEqual(await echo(call('{"a":"x","b":[1,[2]]}')), {
    type: 'application/xml',
    body: '<all><a>x</a><b>1</b><b><each>2</each></b></all>',
  })
})

for (const [title, policy, body, type] of [
  ['malformed XML', 'xml-to-json', '<a>', 'text/xml'],
  ['malformed JSON', 'json-to-xml', '{"a":', 'application/json'],
  ['XML with a document type', 'xml-to-json', '<!DOCTYPE a><a/>', 'text/xml'],
] as const) {
  test(`${title} is 400`, async (t) => {
    const { call } = await serve(t, [step(policy, {}), invoke])
    t.is((await call(body, type)).status, 400)
  })
}

test('a body above the limit is refused before it is parsed', async (t) => {
  const { call } = await serve(t, [step('xml-to-json', { 'payload-limit': 4 }), invoke])
  t.is((await call('<a></a>', 'text/xml')).status, 413)
})

test('proxy calls an upstream like invoke', async (t) => {
  const { call } = await serve(t, [step('proxy', { 'target-url': '$(upstream)/' })])
  t.is((await echo(call('{}'))).body, '{}')
})

test('templates and conditions read members of a body in JSON', async (t) => {
  const { call } = await serve(t, [
    step('switch', { case: [{ condition: `message.body.kind = 'a'`, execute: [] }, { otherwise: [] }] }, [
      [
        step('set-variable', {
          actions: [{ set: 'message.body', value: '$(message.body.order.id) $(request.body.kind)' }],
        }),
      ],
      [step('set-variable', { actions: [{ set: 'message.body', value: 'other' }] })],
    ]),
  ])
  t.is(await (await call('{"kind":"a","order":{"id":7}}')).text(), '7 a')
  t.is(await (await call('{"kind":"b"}')).text(), 'other')
})

test('set-variable keeps types, adds to lists, and clears members', async (t) => {
  const { call } = await serve(t, [
    step('set-variable', {
      actions: [
        { set: 'my.number', value: '5', type: 'number' },
        { set: 'my.flag', value: true, type: 'boolean' },
        { set: 'my.object', value: { a: [1] }, type: 'any' },
        { add: 'my.list', value: 'a' },
        { add: 'my.list', value: 'b' },
        { set: 'my.gone.x', value: '1' },
        { clear: 'my.gone' },
      ],
    }),
    step('gatewayscript', {
      source: `context.message.body.write(JSON.stringify([
        context.get('my.number') + 1, context.get('my.flag'), context.get('my.object'), context.get('my.list'), context.get('my.gone')]))`,
    }),
  ])
  t.is(await (await call()).text(), '[6,true,{"a":[1]},["a","b"],null]')
})

test('a value that does not have the type of its variable is 400', async (t) => {
  const { call } = await serve(t, [
    step('set-variable', { actions: [{ set: 'n', value: '$(message.body)', type: 'number' }] }),
  ])
  for (const text of ['x', 'Infinity', '1e400']) t.is((await call(text, 'text/plain')).status, 400)
})

test('html-page responds with a page whose variables are escaped', async (t) => {
  const { call } = await serve(t, [step('html-page', { source: '<p>$(message.body.name)</p>' })])
  const response = await call('{"name":"<b>"}')
  t.deepEqual(
    [response.headers.get('content-type'), await response.text()],
    ['text/html; charset=utf-8', '<p>&lt;b&gt;</p>'],
  )
})

for (const [title, replaces, text] of [
  ['html-page', step('html-page', { source: '<p>x</p>' }), '<p>x</p>'],
  ['a set body', step('set-variable', { actions: [{ set: 'message.body', value: '<p>x</p>' }] }), '<p>x</p>'],
  ['a cleared body', step('set-variable', { actions: [{ clear: 'message.body' }] }), ''],
] as const)
  test(`${title} takes away the coding of the text that it replaces`, async (t) => {
    const coding = step('set-variable', { actions: [{ set: 'message.headers.Content-Encoding', value: 'identity' }] })
    const { call } = await serve(t, [coding, replaces])
    const response = await call('{}')
    t.deepEqual([response.headers.get('content-encoding'), await response.text()], [null, text])
  })

for (const [policy, settings] of [
  ['activity-log', { content: 'payload' }],
  ['log', { 'log-level': 'payload' }],
] as const) {
  test(`${policy} decides what the call log keeps`, async (t) => {
    const { call, gateway } = await serve(t, [step(policy, settings), invoke], {}, { isRecordingCalls: () => true })
    const response = await call('{"a":1}')
    await response.text()
    const content = (await gateway.recordOf(response)).readContent?.()
    t.like(content, { request: { body: { text: '{"a":1}' } } })
  })
}
