import test, { type ExecutionContext } from 'ava'
import type { PolicyStep } from '../../../../src/gateway/config/types/index.ts'
import { api, catalog, config, location, operation, step } from '../_support/documents.ts'
import { bodyOf, exchangeRaw, type Running, startBackend, startGateway } from '../_support/servers.ts'

const base = '/acme/sandbox/customerdb/v1'
let backend: Running

test.before(async () => {
  backend = await startBackend(async (request, response) => {
    if (request.url?.startsWith('/missing')) return void response.writeHead(404).end('{"error":"none"}')
    response.setHeader('content-type', 'application/json')
    const { method, url, headersDistinct: headers } = request
    response.end(JSON.stringify({ method, url, headers, body: await bodyOf(request) }))
  })
})
test.after.always(() => backend.close())

interface Documents {
  catch?: PolicyStep[]
  finally?: PolicyStep[]
}

async function caller(t: ExecutionContext, execute: PolicyStep[], documents: Documents = {}) {
  const gateway = await gatewayWith(t, execute, documents)
  return (path: string, init?: RequestInit) => fetch(gateway.url + base + path, init)
}

async function gatewayWith(
  t: ExecutionContext,
  execute: PolicyStep[],
  documents: Documents,
  deps: Parameters<typeof startGateway>[1] = {},
) {
  const operations = ['GET', 'POST', 'DELETE'].flatMap((method) => [
    operation(method, '/customers'),
    operation(method, '/customers/{id}'),
  ])
  const assembly = { execute, catch: documents.catch ?? [], finally: documents.finally ?? [] }
  const properties = new Map([
    ['upstream', backend.url],
    ['greeting', 'good $(part)'],
    ['part', 'day'],
  ])
  const gateway = await startGateway(config(catalog([api(backend.url, { operations, assembly, properties })])), deps)
  t.teardown(() => gateway.close())
  return gateway
}

interface Echo {
  method: string
  url: string
  headers: Record<string, string[]>
  body: string
}

const invoke = (settings: object = {}) => step('invoke', { 'target-url': '$(upstream)$(request.path)', ...settings })
const set = (name: string, value: string | number) => step('set-variable', { actions: [{ set: name, value }] })
const actions = (...actions: object[]) => step('set-variable', { actions })

async function echo(answer: Promise<Response>): Promise<Echo> {
  return (await (await answer).json()) as Echo
}

test('set-variable clears the body of the request', async (t) => {
  const call = await caller(t, [actions({ clear: 'message.body' }), invoke()])
  t.like(await echo(call('/customers', { method: 'POST', body: 'gone' })), { method: 'POST', body: '' })
})

test('the response of an invoke is the body of the next one', async (t) => {
  const call = await caller(t, [set('message.body', 'made here'), invoke({ verb: 'POST' }), invoke({ verb: 'POST' })])
  const { body } = await echo(call('/customers'))
  t.like(JSON.parse(body), { method: 'POST', body: 'made here' })
})

test('set-variable sets, adds to and clears headers of the request', async (t) => {
  const call = await caller(t, [
    actions(
      { set: 'message.headers.X-Set', value: 'to $(greeting) $(request.parameters.id)' },
      { add: 'message.headers.X-Added', value: 'two' },
      { clear: 'message.headers.X-Cleared' },
    ),
    invoke(),
  ])
  const headers = { 'x-set': 'old', 'x-added': 'one', 'x-cleared': 'gone' }
  const seen = await echo(call('/customers/7', { headers }))
  t.deepEqual(seen.headers['x-set'], ['to good day 7'])
  t.deepEqual(seen.headers['x-added'], ['one', 'two'])
  t.is(seen.headers['x-cleared'], undefined)
})

test('a request value with a line break cannot inject a header', async (t) => {
  const call = await caller(t, [set('message.headers.X-Set', '$(request.parameters.id)'), invoke()])
  t.is((await call('/customers?id=a%0d%0ax-evil:%201')).status, 400)
})

for (const name of ['José', 'José€', '€', 'naïve 😀']) {
  for (const [from, path, headers] of [
    ['the path', `/customers/${encodeURIComponent(name)}`, undefined],
    ['a header', '/customers/7', { 'X-Name': Buffer.from(name).toString('latin1') }],
  ] as const) {
    test(`the text ${name} of ${from} is forwarded in UTF-8`, async (t) => {
      const value = headers ? '$(request.headers.x-name)' : '$(request.parameters.id)'
      const call = await caller(t, [
        set('my-name', value),
        set('message.headers.X-Set', `<$(my-name)> ${value} é`),
        invoke(),
      ])
      const seen = await echo(call(path, headers && { headers }))
      t.is(Buffer.from(seen.headers['x-set']?.[0] ?? '', 'latin1').toString(), `<${name}> ${name} é`)
    })
  }
}

test('header bytes that are not UTF-8 are read as latin1 and forwarded as UTF-8', async (t) => {
  const call = await caller(t, [set('message.headers.X-Set', '$(request.headers.x-name)'), invoke()])
  const seen = await echo(call('/customers/7', { headers: { 'X-Name': 'caf\xe9' } }))
  t.is(Buffer.from(seen.headers['x-set']?.[0] ?? '', 'latin1').toString(), 'café')
})

test('policies after invoke change the response', async (t) => {
  const call = await caller(t, [invoke(), set('message.headers.X-After', 'yes'), set('message.status.code', 203)])
  const answer = await call('/customers')
  t.is(answer.status, 203)
  t.is(answer.headers.get('x-after'), 'yes')
  t.is(((await answer.json()) as Echo).url, '/customerdb/v1/customers')
})

test('an assembly without invoke responds with what it has set and with no header of the request', async (t) => {
  const call = await caller(t, [set('message.body', '{"hello":"$(client.app.id)"}'), set('message.headers.X-Own', '1')])
  const answer = await call('/customers', { headers: { 'x-private': 'p', cookie: 'c=1' } })
  t.is(answer.headers.get('x-own'), '1')
  t.is(answer.headers.get('x-private'), null)
  t.is(answer.headers.get('cookie'), null)
  t.deepEqual(await answer.json(), { hello: '' })
})

test('the upstream receives the body that a policy has set', async (t) => {
  const call = await caller(t, [set('message.body', 'made here'), invoke({ verb: 'POST' })])
  t.like(await echo(call('/customers', { method: 'POST', body: 'from the caller' })), { body: 'made here' })
})

test('a second invoke sends the response of the first', async (t) => {
  const call = await caller(t, [invoke(), invoke({ verb: 'POST', 'target-url': '$(upstream)/second' })])
  const second = await echo(call('/customers'))
  t.like(second, { method: 'POST', url: '/second' })
  t.is((JSON.parse(second.body) as Echo).url, '/customerdb/v1/customers')
})

test('operation-switch runs the case that names the operation by id or by verb and path', async (t) => {
  const call = await caller(t, [
    step(
      'operation-switch',
      {
        case: [
          { operations: ['GET /customers'], execute: [] },
          { operations: [{ verb: 'post', path: '/customers' }], execute: [] },
        ],
        otherwise: [],
      },
      [[set('message.body', 'list')], [set('message.body', 'add')], [set('message.body', 'other')]],
    ),
  ])
  t.is(await (await call('/customers')).text(), 'list')
  t.is(await (await call('/customers', { method: 'POST' })).text(), 'add')
  t.is(await (await call('/customers/1')).text(), 'other')
})

for (const [condition, holds] of [
  ["request.verb = 'GET'", true],
  ['$httpVerb() = "POST"', false],
  ['$operationID() = "GET /customers/{id}" and $header("x-mood") != "bad"', true],
  ['$(request.parameters.id) >= 10', false],
  ['request.parameters.id < 10', true],
  ['!(request.parameters.id = 7) || false', false],
  ["$queryParameter('q') === 'a b' && (request.verb==='GET')", true],
  ["'12345678901234567890' = '12345678901234567891'", false],
  [`'${'9'.repeat(400)}' = '${'9'.repeat(400)}' and '12345678901234567' > '9'`, true],
  ["'1.0' = '1'", true],
] as const) {
  test(`the condition ${condition} is ${holds}`, async (t) => {
    const call = await caller(t, [
      step('switch', { case: [{ condition, execute: [] }, { otherwise: [] }] }, [
        [set('message.body', 'true')],
        [set('message.body', 'false')],
      ]),
    ])
    t.is(await (await call('/customers/7?q=a+b')).text(), String(holds))
  })
}

test('a name that every object has is no function of conditions', async (t) => {
  const steps = [step('switch', { case: [{ condition: '$constructor("x") = "x"', execute: [] }] }, [[]])]
  const error = await t.throwsAsync(caller(t, steps))
  t.regex(error?.message ?? '', /there is no function \$constructor/)
})

test('if runs its steps when its condition is true', async (t) => {
  const call = await caller(t, [
    set('message.body', 'before'),
    step('if', { condition: "request.parameters.id = '1'", execute: [] }, [[set('message.body', 'inside')]]),
  ])
  t.is(await (await call('/customers/1')).text(), 'inside')
  t.is(await (await call('/customers/2')).text(), 'before')
})

test('the name of throw may be a template, and a clause catches what it became', async (t) => {
  const call = await caller(t, [step('throw', { name: '$(request.parameters.id)' })], {
    catch: [caught('Other'), caught('7')],
  })
  t.is((await call('/customers/7')).headers.get('x-caught'), '7')
})

test('throw ends the call with its status and message', async (t) => {
  const call = await caller(t, [
    step('throw', { name: 'SoldOut', message: 'no $(request.parameters.id) left', 'error-status-code': 409 }),
    invoke(),
  ])
  const answer = await call('/customers/7')
  t.is(answer.status, 409)
  t.like(await answer.json(), { httpCode: '409', httpMessage: 'Conflict', moreInformation: 'no 7 left' })
})

const caught = (...errors: string[]) => step('catch', { errors }, [[set('message.headers.X-Caught', '$(error.name)')]])

test('a clause of catch matches an error by its name', async (t) => {
  const call = await caller(t, [step('throw', { name: 'SoldOut' })], { catch: [caught('Other'), caught('SoldOut')] })
  const answer = await call('/customers')
  t.is(answer.status, 500)
  t.is(answer.headers.get('x-caught'), 'SoldOut')
})

test('an error that no clause names is sent to the caller', async (t) => {
  const call = await caller(t, [step('throw', { name: 'SoldOut' })], { catch: [caught('Other')] })
  t.is((await call('/customers')).headers.get('x-caught'), null)
})

for (const [title, execute, handling, expected] of [
  [
    'a thrown error and the clause that catches it',
    [step('throw', { name: 'SoldOut', 'error-status-code': 409 })],
    { catch: [caught('Other'), caught('SoldOut')] },
    ['throw: error SoldOut, 409', 'catch', 'set-variable'],
  ],
  [
    'an error of another policy, and the steps of finally',
    [step('invoke', { 'target-url': 'http://127.0.0.1:1/' })],
    { catch: [caught()], finally: [set('message.headers.X-Last', 'a')] },
    ['invoke: error ConnectionError, 502', 'catch', 'set-variable', 'set-variable'],
  ],
  [
    'an error that nothing catches',
    [set('message.headers.X-First', 'a'), step('throw', { name: 'Closed', 'error-status-code': 503 })],
    {},
    ['set-variable', 'throw: error Closed, 503'],
  ],
] as const)
  test(`the stages of a call show ${title}`, async (t) => {
    const gateway = await gatewayWith(t, [...execute], handling as Documents, { chooseCall: () => 'kept' })
    await (await fetch(`${gateway.url}${base}/customers`)).text()
    const [record] = await gateway.recorded()
    const stages = record?.course?.stages.filter(({ place }) => place !== undefined) ?? []
    t.deepEqual(
      stages.map(({ stage, changes: [first = ''] }) => (first.startsWith('error') ? `${stage}: ${first}` : stage)),
      [...expected],
    )
  })

test('an unreachable backend is a ConnectionError', async (t) => {
  const call = await caller(t, [invoke({ 'target-url': 'http://127.0.0.1:1/' })], {
    catch: [
      step('catch', { errors: ['ConnectionError'] }, [[set('message.status.code', 200), set('message.body', 'later')]]),
    ],
  })
  const answer = await call('/customers')
  t.is(answer.status, 200)
  t.is(await answer.text(), 'later')
})

test('an error status of the backend is an OperationError with stop-on-error', async (t) => {
  const target = { 'target-url': '$(upstream)/missing' }
  const lenient = await caller(t, [invoke(target)], { catch: [caught()] })
  t.is((await lenient('/customers')).headers.get('x-caught'), null)

  const steps = [invoke({ ...target, 'stop-on-error': ['OperationError'] })]
  const uncaught = await (await caller(t, steps))('/customers')
  t.is(uncaught.status, 404)
  t.like(await uncaught.json(), { httpMessage: 'Not Found', moreInformation: 'The API responded with an error' })

  const strict = await caller(t, steps, { catch: [caught()] })
  const answer = await strict('/customers')
  t.is(answer.status, 404)
  t.is(answer.headers.get('x-caught'), 'OperationError')
})

test('finally runs after success and after an error', async (t) => {
  const last = { finally: [set('message.headers.X-Finally', 'yes')] }
  const well = await caller(t, [invoke()], last)
  t.is((await well('/customers')).headers.get('x-finally'), 'yes')
  const badly = await caller(t, [step('throw', { name: 'SoldOut' })], last)
  const answer = await badly('/customers')
  t.is(answer.status, 500)
  t.is(answer.headers.get('x-finally'), 'yes')
})

test('an error within catch is not caught again', async (t) => {
  const clause = step('catch', { errors: [] }, [[step('throw', { name: 'Second', message: 'second' })]])
  const call = await caller(t, [step('throw', { name: 'First' })], { catch: [clause] })
  t.like(await (await call('/customers')).json(), { moreInformation: 'second' })
})

test('finally runs once after an error within catch, and an error of its own ends the call', async (t) => {
  const clause = step('catch', { errors: [] }, [[step('throw', { name: 'Second', message: 'second' })]])
  const count = { add: 'runs', value: 'one' }
  const show = { set: 'message.headers.X-Finally', value: '$(runs) $(error.name)' }
  const documents = { catch: [clause], finally: [actions(count, show)] }
  const response = await (await caller(t, [step('throw', { name: 'First' })], documents))('/customers')
  t.is(response.headers.get('x-finally'), 'one Second')
  t.like(await response.json(), { moreInformation: 'second' })

  const failing = { catch: [clause], finally: [actions(count), step('throw', { name: '$(runs)', message: '$(runs)' })] }
  const call = await caller(t, [step('throw', { name: 'First' })], failing)
  t.like(await (await call('/customers')).json(), { moreInformation: 'one' })
})

for (const [type, body, status] of [
  ['application/json', '{"a":1}', 200],
  ['application/json', '{"a":', 400],
  ['application/xml', '<a><b/></a>', 200],
  ['application/xml', '<a><b></a>', 400],
  ['application/xml', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', 400],
  ['text/plain', '{"a":', 400],
  ['application/json', `"${'x'.repeat(200)}"`, 413],
] as const) {
  test(`parse responds with ${status} to ${type} ${body.slice(0, 20)}`, async (t) => {
    const call = await caller(t, [
      step('parse', { 'parse-settings-reference': { 'max-document-size': 100 } }),
      invoke(),
    ])
    const answer = await call('/customers', { method: 'POST', body, headers: { 'content-type': type } })
    t.is(answer.status, status)
    if (status === 200) t.is(((await answer.json()) as Echo).body, body)
  })
}

test('parse reads a response', async (t) => {
  const call = await caller(t, [invoke(), step('parse', {})])
  const answer = await call('/customers')
  t.is(answer.headers.get('content-length'), String((await answer.text()).length))
})

test('all wrong values of an assembly are reported with their locations', async (t) => {
  const wrong = [
    invoke({ 'target-url': 'http://$(request.headers.host)/' }),
    invoke({ 'target-url': '$(upstram)/' }),
    invoke({ 'tls-profile': 'nowhere:1.0.0' }),
    set('message.headers.Host', 'x'),
    step('throw', { name: 'x', message: '$(nothing)' }),
    step('if', { condition: 'a ==', execute: [] }, [[]]),
    step('operation-switch', { case: [{ operations: ['nobody'], execute: [] }] }, [[]]),
  ]
  const error = await t.throwsAsync(() => caller(t, wrong))
  const lines = error?.message.split('\n') ?? []
  t.is(lines.length, wrong.length)
  t.true(lines.every((line) => line.startsWith(`${location.file}:${location.line}:${location.column} `)))
  t.regex(lines[1] ?? '', /did you mean "upstream"\?/)
})

test('a response that breaks off while it is parsed is an error of the backend', async (t) => {
  const broken = await startBackend((_, response) => {
    response.writeHead(200, { 'content-length': '10' })
    response.write('{"a"', () => response.destroy())
  })
  t.teardown(() => broken.close())
  const call = await caller(t, [invoke({ 'target-url': `${broken.url}/` }), step('parse', {})])
  t.is((await call('/customers')).status, 502)
})

test('a response to HEAD that answers a GET has the length of its body, which is none', async (t) => {
  const upstream = await startBackend((_, response) => void response.writeHead(200, { 'content-length': '7' }).end())
  t.teardown(() => upstream.close())
  const gateway = await gatewayWith(t, [step('invoke', { 'target-url': `${upstream.url}/`, verb: 'HEAD' })], {})
  const two = 'GET /acme/sandbox/customerdb/v1/customers HTTP/1.1\r\nHost: gateway\r\n'
  const answers = await exchangeRaw(gateway.port, `${two}\r\n${two}Connection: close\r\n\r\n`)
  t.is(answers.match(/HTTP\/1\.1 200/g)?.length, 2)
  t.notRegex(answers, /content-length: 7/i)
})

test('a policy that reads the response to HEAD does not make the length of the resource 0', async (t) => {
  const operations = [operation('HEAD', '/customers')]
  const assembly = { execute: [invoke(), step('parse', {})], catch: [], finally: [] }
  const properties = new Map([['upstream', backend.url]])
  const gateway = await startGateway(config(catalog([api(backend.url, { operations, assembly, properties })])))
  t.teardown(() => gateway.close())
  const response = await fetch(`${gateway.url}${base}/customers`, { method: 'HEAD' })
  t.is(response.headers.get('content-type'), 'application/json')
  t.is(response.headers.get('content-length'), null)
})

for (const [title, again] of [
  ['all headers', set('message.headers', '$(first.headers)')],
  ['one header', set('message.headers.Set-Cookie', '$(first.headers.set-cookie)')],
  [
    'headers in a script',
    step('gatewayscript', { source: "context.message.header.set(context.get('first.headers'))" }),
  ],
] as const)
  test(`${title} set from those of a response keep its cookies apart`, async (t) => {
    const cookies = ['a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT', 'b=2, 3; Path=/']
    const upstream = await startBackend((_, response) => {
      response.setHeader('set-cookie', cookies)
      response.end()
    })
    t.teardown(() => upstream.close())
    const call = await caller(t, [step('invoke', { 'target-url': `${upstream.url}/`, output: 'first' }), again])
    t.deepEqual((await call('/customers')).headers.getSetCookie(), cookies)
  })
