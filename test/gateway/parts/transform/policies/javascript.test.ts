/** The policy `javascript` of version 5: the variables of the call are names of its scripts. */
import test, { type ExecutionContext } from 'ava'
import { findGatewayProblems } from '../../../_support/tables.ts'
import { api, catalog, config, operation, step } from '../../../data-plane/_support/documents.ts'
import { bodyOf, type Running, startBackend, startGateway } from '../../../data-plane/_support/servers.ts'

let backend: Running
test.before(async () => {
  backend = await startBackend(async (request, response) => {
    response.writeHead(203, { 'content-type': 'application/json', 'X-Served-By': 'b1', 'X-Old': '1' })
    response.end(JSON.stringify({ got: await bodyOf(request), total: 3 }))
  })
})
test.after.always(() => backend.close())

const javascript = (source: string) => step('javascript', { source })
const set = (value: string) => step('set-variable', { actions: [{ set: 'message.body', value }] })

async function call(t: ExecutionContext, execute: ReturnType<typeof step>[], clauses: ReturnType<typeof step>[] = []) {
  const operations = [operation('POST', '/orders/{id}')]
  const properties = new Map([['region', 'south']])
  const assembly = { execute, catch: clauses, finally: [] }
  const gateway = await startGateway(config(catalog([api(backend.url, { operations, properties, assembly })])))
  t.teardown(() => gateway.close())
  const init = {
    method: 'POST',
    body: '{"order":{"qty":2}}',
    headers: { 'content-type': 'application/json', 'X-Of': 'Ada' },
  }
  return fetch(`${gateway.url}/acme/sandbox/customerdb/v1/orders/7?page=3`, init)
}

test('a script reads the request and writes the message by their names', async (t) => {
  const source = `
    if (request.verb === 'POST')
      message.body = { of: request.headers['x-of'], qty: request.body.order.qty, id: request.parameters.id,
        page: get('request.parameters.page'), region: region, same: get('region') };
    message.status.code = 202;
    message.headers['x-mark'] = 'a';`
  const response = await call(t, [javascript(source)])
  t.deepEqual([response.status, response.headers.get('x-mark')], [202, 'a'])
  t.deepEqual(await response.json(), { of: 'Ada', qty: 2, id: '7', page: '3', region: 'south', same: 'south' })
})

test('a script changes the response of the upstream', async (t) => {
  const invoke = step('invoke', { 'target-url': backend.url })
  const source = "message.body.total += 1; message.body.code = message.status.code; delete message.headers['x-old'];"
  const response = await call(t, [invoke, javascript(source)])
  t.like(await response.json(), { total: 4, code: 203 })
  t.deepEqual([response.headers.get('x-served-by'), response.headers.get('x-old')], ['b1', null])
})

test('a name that a script puts together reads the request, also after an invoke', async (t) => {
  const invoke = step('invoke', { 'target-url': backend.url })
  const response = await call(t, [invoke, javascript("message.body = get('request.' + 'body').order;")])
  t.deepEqual(await response.json(), { qty: 2 })
})

test('variables that a script sets and assigns are those of later policies', async (t) => {
  const first = javascript("set('order.qty', request.body.order.qty); mark = 'm' + get('order.qty'); var local = 1;")
  const second = javascript("message.body = [order.qty, mark, typeof local, get('mark')];")
  t.deepEqual(await (await call(t, [first, second])).json(), [2, 'm2', 'undefined', 'm2'])
  t.is(await (await call(t, [first, set('$(mark) $(order.qty)')])).text(), 'm2 2')
})

test('set and get of the message agree with its name', async (t) => {
  const source =
    "set('message.headers.X-A', 'b'); set('message.body', { a: get('message.headers.X-A') }); message.body.c = 1;"
  const response = await call(t, [javascript(source)])
  t.deepEqual([response.headers.get('x-a'), await response.json()], ['b', { a: 'b', c: 1 }])
})

for (const policy of ['javascript', 'gatewayscript']) {
  const script = (source: string) => step(policy, { source })
  const read = policy === 'javascript' ? 'get' : 'context.get'
  const write = policy === 'javascript' ? 'set' : 'context.set'

  test(`${policy}: what a script sets in place of a variable of the gateway is what later reads see`, async (t) => {
    for (const name of ['api.name', 'client.app.id', 'plan.name']) {
      const same = script(`${write}('${name}', 'x'); ${write}('message.body', ${read}('${name}') + ' y');`)
      t.is(await (await call(t, [same])).text(), 'x y')
      t.is(await (await call(t, [script(`${write}('${name}', 'x')`), set(`$(${name}) z`)])).text(), 'x z')
    }
    const never = script(`if (${read}('api.name') === 'other') ${write}('api.name', 'x');`)
    t.is(await (await call(t, [never, set('$(api.name)')])).text(), 'customers')
  })

  test(`${policy}: variables of the request, the session and the system are read-only, and the error has the line`, async (t) => {
    for (const name of ['request.verb', 'system.date', 'session.clientAddress']) {
      const clauses = [step('catch', { errors: [] }, [[set('$(error.message)')]])]
      const response = await call(t, [script(`var a = 1;\n${write}('${name}', 'x')`)], clauses)
      t.is(await response.text(), `"${name}" cannot be changed: request, system and session are read-only`)
    }
  })

  test(`${policy}: a name with members is their object, also where it has a value of its own`, async (t) => {
    const source = `${write}('a.b', 'x'); ${write}('a.b.c', 'y'); ${write}('message.body', [${read}('api'), ${read}('system'), ${read}('a')])`
    const [found, system, own] = (await (await call(t, [script(source)])).json()) as Record<string, object>[]
    t.like(found, { name: 'customers', version: '1.0.0', root: '/customerdb/v1', properties: { region: 'south' } })
    t.deepEqual(Object.keys(system?.date ?? {}).sort(), ['day-of-month', 'day-of-week', 'month', 'year'])
    t.deepEqual(own, { b: { c: 'y' } })
  })
}

test('$(api) and other names with members are their JSON', async (t) => {
  const text = await (await call(t, [set('{"api":$(api),"client":$(client),"org":$(api.org)}')])).text()
  t.like(JSON.parse(text), {
    api: { name: 'customers', operation: { id: 'POST /orders/{id}' }, properties: { region: 'south' } },
    client: { app: { id: '' } },
    org: { name: 'acme' },
  })
})

const caught = [
  step('catch', { errors: ['Odd'] }, [[set('odd')]]),
  step('catch', { errors: [] }, [[set('$(error.name): $(error.message)')]]),
]
for (const [source, text] of [
  ["throw request.headers['x-of']", 'JavaScriptError: Ada'],
  ["throw { name: 'Own', message: 'no ' + request.parameters.id }", 'Own: no 7'],
  ["throw { name: 'Odd' }", 'odd'],
  ["throw { name: '$(request.verb)', message: 'as written' }", '$(request.verb): as written'],
  ['request.nothing.here = 1', "TypeError: cannot set property 'here' of undefined"],
] as const)
  test(`what "${source}" throws is caught by its name`, async (t) => {
    t.is(await (await call(t, [javascript(source)], caught)).text(), text)
  })

test('a script that cannot be compiled is an error of the document', (t) => {
  const assembly = { execute: [javascript("this can't be a script")], catch: [], finally: [] }
  const [problem] = findGatewayProblems(config(catalog([api(backend.url, { assembly })])))
  t.regex(problem?.message ?? '', /the script cannot be compiled, line 1 of it/)
})

test('a script reads a variable whose name it computes', async (t) => {
  const source = "const name = ['client', 'address'].join('.'); message.body = { address: get(name) };"
  t.deepEqual(await (await call(t, [javascript(source)])).json(), { address: '127.0.0.1' })
})

for (const name of ['request.verb', 'request.headers.x-of', 'request.body', 'message.nothing']) {
  test(`a script that sets ${name} gets a TypeError, which it may catch`, async (t) => {
    const source = `try { context.set('${name}', 'new') } catch (error) { message.body = { caught: error.name } }`
    t.deepEqual(await (await call(t, [javascript(source)])).json(), { caught: 'TypeError' })
  })
}
