import { createHmac } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import test, { type ExecutionContext } from 'ava'
import { findGatewayProblems } from '../../../_support/tables.ts'
import { api, catalog, config, operation, step } from '../../../data-plane/_support/documents.ts'
import { bodyOf, type Running, startBackend, startGateway } from '../../../data-plane/_support/servers.ts'

const base = '/acme/sandbox/customerdb/v1'
let backend: Running

test.before(async () => {
  backend = await startBackend(async (request, response) => {
    const { method, url, headersDistinct: headers } = request
    response.writeHead(url?.startsWith('/missing') ? 404 : 200, {
      'content-type': 'application/json',
      'x-from': 'backend',
    })
    response.end(JSON.stringify({ method, url, headers, body: await bodyOf(request) }))
  })
})
test.after.always(() => backend.close())

const script = (source: string, settings: object = {}) => step('gatewayscript', { source, ...settings })
const invoke = step('invoke', { 'target-url': '$(upstream)$(request.path)$(request.search)' })

async function serve(t: ExecutionContext, execute: ReturnType<typeof step>[], clauses: ReturnType<typeof step>[] = []) {
  const operations = ['GET', 'POST'].map((method) => operation(method, '/customers/{id}'))
  const properties = new Map([
    ['upstream', backend.url],
    ['greeting', 'hello'],
  ])
  const assembly = { execute, catch: clauses, finally: [] }
  const gateway = await startGateway(config(catalog([api(backend.url, { operations, assembly, properties })])))
  t.teardown(() => gateway.close())
  return { gateway, call: (init?: RequestInit, path = '/customers/7?q=1') => fetch(gateway.url + base + path, init) }
}

interface Echo {
  url: string
  headers: Record<string, string[]>
  body: string
}
const echo = async (answer: Promise<Response>) => (await (await answer).json()) as Echo
const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/json', ...headers },
})

test('a script changes headers and the body of the request', async (t) => {
  const { call } = await serve(t, [
    script(`
      context.message.header.set('X-Name', context.request.header.get('X-Given') + ' ü');
      context.message.header.remove('X-Given');
      context.message.body.readAsJSON(function (error, body) {
        if (error) throw error;
        body.total = body.items.reduce((sum, each) => sum + each, 0);
        context.message.body.write(body);
      });`),
    invoke,
  ])
  const { headers, body } = await echo(call(post('{"items":[1,2]}', { 'x-given': 'Ada' })))
  t.deepEqual(JSON.parse(body), { items: [1, 2], total: 3 })
  t.is(Buffer.from(headers['x-name']?.[0] ?? '', 'latin1').toString(), 'Ada ü')
  t.is(headers['x-given'], undefined)
})

test('a script reads a compressed body, and what it writes is not compressed', async (t) => {
  const { call } = await serve(t, [
    script(`context.set('message.body', JSON.parse(context.get('message.body')).a + 1)`),
    invoke,
  ])
  const { headers, body } = await echo(call(post(new Uint8Array(gzipSync('{"a":1}')), { 'content-encoding': 'gzip' })))
  t.is(body, '2')
  t.is(headers['content-encoding'], undefined)
})

test('a script changes the response, with the interface of version 5', async (t) => {
  const { call } = await serve(t, [
    invoke,
    script(`
      var apim = require('apim');
      var json = apim.getvariable('message');
      json.body.status = json.status.code;
      apim.setvariable('message.body', json.body);
      apim.setvariable('message.headers.X-From', json.headers['x-from'], 'add');
      apim.setvariable('message.status.code', 201);`),
  ])
  const response = await call()
  t.is(response.status, 201)
  t.is(response.headers.get('x-from'), 'backend, backend')
  t.like(await response.json(), { method: 'GET', status: 200 })
})

test('a script responds without an upstream', async (t) => {
  const { call } = await serve(t, [
    script(`
      const hm = require('header-metadata');
      hm.response.statusCode = '202 Accepted';
      session.output.write({ id: context.request.parameters.id.values[0], q: context.get('request.parameters.q.values')[0] });`),
  ])
  const response = await call()
  t.deepEqual(
    [response.status, response.headers.get('content-type'), await response.json()],
    [202, 'application/json', { id: '7', q: '1' }],
  )
})

test('a response in JSON to a request in JSON has its media type', async (t) => {
  const { call } = await serve(t, [script("context.set('message.body', { ok: true })")])
  for (const request of [post('{}'), undefined]) {
    const response = await call(request)
    t.deepEqual([response.headers.get('content-type'), await response.json()], ['application/json', { ok: true }])
  }
})

test('parameters may have the names of members that every object of JavaScript has', async (t) => {
  const source = `session.output.write(context.request.parameters.constructor.values.concat(
    Object.keys(context.request.parameters)))`
  const { call } = await serve(t, [script(source)])
  const response = await call({}, '/customers/7?constructor=1&__proto__=2&toString=3')
  t.is(response.status, 200)
  t.deepEqual(await response.json(), ['1', 'id', 'constructor', '__proto__', 'toString'])
})

test('variables keep their types between scripts, and templates read them', async (t) => {
  const { call } = await serve(t, [
    script(`context.set('my.order', { lines: [1, 2], customer: { name: 'Ada' } }); context.set('my.count', 3)`),
    script(`context.message.header.set('X-Lines', context.get('my.order').lines.length + context.get('my.count'));
            context.message.header.set('X-Path', context.get('request.path') + context.get('greeting') + context.get('api.properties.greeting'))`),
    step('set-variable', {
      actions: [{ set: 'message.headers.X-Customer', value: '$(my.order.customer.name) $(my.count)' }],
    }),
    invoke,
  ])
  t.like((await echo(call())).headers, {
    'x-lines': ['5'],
    'x-customer': ['Ada 3'],
    'x-path': ['/customerdb/v1/customers/7hellohello'],
  })
})

test('the body of the caller stays readable after the response', async (t) => {
  const { call } = await serve(t, [
    invoke,
    script(`context.message.body.write(new String(context.get('request.body')) + '|' + context.request.body)`),
  ])
  t.is(await (await call(post('a=1', { 'content-type': 'text/plain' }))).text(), 'a=1|a=1')
})

test('digests, encodings, forms and URLs are available', async (t) => {
  const { call } = await serve(t, [
    script(`
      const hmac = require('crypto').createHmac('hmac-sha256', new Buffer('key'));
      const form = require('querystring').parse('a=1&b=x+y&a=2');
      context.message.body.write([
        hmac.update('text').digest('hex'),
        Buffer.from('aGk=', 'base64').toString(),
        JSON.stringify(form),
        require('url').parse('https://example.com:8/a/b?c=d').hostname,
        require('util').format('%s-%d', 'a', 5),
      ].join(' '))`),
  ])
  const digest = createHmac('sha256', 'key').update('text').digest('hex')
  t.is(await (await call()).text(), `${digest} hi {"a":["1","2"],"b":"x y"} example.com a-5`)
})

test('promises and callbacks end before the next policy begins', async (t) => {
  const { call } = await serve(t, [
    script(`
      const { promisify } = require('util');
      const read = promisify((done) => context.message.body.readAsBuffer(done));
      (async () => {
        const bytes = await read();
        setTimeout(() => context.message.header.set('X-Length', bytes.length), 1000);
      })();`),
    invoke,
  ])
  t.deepEqual((await echo(call(post('{"a":1}')))).headers['x-length'], ['7'])
})

test('a script reads and writes XML', async (t) => {
  const { call } = await serve(t, [
    script(`
      context.message.body.readAsXML((error, tree) => {
        if (error) throw error;
        require('transform').xpath("//*[local-name()='name']/text()", tree, (failed, found) => {
          context.message.header.set('X-Name', found.item(0).textContent);
          context.message.body.write(tree);
        });
      });`),
    invoke,
  ])
  const xml = '<s:a xmlns:s="urn:s"><s:name>A &amp; B</s:name></s:a>'
  const { headers, body } = await echo(call(post(xml, { 'content-type': 'text/xml' })))
  t.deepEqual([headers['x-name'], body], [['A & B'], xml])
})

test('a script walks an XML document by the members of DOM Level 2 Core', async (t) => {
  const expected = {
    'list.hasChildNodes()': true,
    'last.hasChildNodes()': false,
    'list.childNodes.length': 4,
    'list.childNodes.item(1).nodeValue': ' and ',
    'list.childNodes.item(9)': null,
    "list.firstChild.getAttribute('id')": '1',
    'list.lastChild.nodeName': 'c',
    'last.firstChild': null,
    'last.lastChild': null,
    'list.firstChild.nextSibling.nodeValue': ' and ',
    'list.firstChild.nextSibling.nextSibling.localName': 'b',
    'last.nextSibling': null,
    'last.previousSibling.nodeName': 'x:b',
    'list.firstChild.previousSibling': null,
    'doc.nextSibling': null,
    'list.firstChild.attributes.length': 2,
    'list.firstChild.attributes.item(1).nodeName': 'x:lang',
    'list.firstChild.attributes.item(1).localName': 'lang',
    "list.firstChild.attributes.getNamedItem('id').value": '1',
    "list.firstChild.attributes.getNamedItem('no')": null,
    'list.firstChild.attributes[0].nodeValue': '1',
    'list.firstChild.attributes[0].ownerElement === list.firstChild': true,
    "list.firstChild.hasAttribute('id')": true,
    "list.firstChild.hasAttribute('constructor')": false,
    'list.hasAttributes()': false,
    "list.getAttributeNode('id')": null,
    'list.childNodes.item(1).attributes': null,
    'doc.attributes': null,
    'doc.ownerDocument': null,
    'last.ownerDocument === doc': true,
    'last.parentNode === list': true,
    'String(doc)': '<list><a id="1" x:lang="de&amp;"/> and <x:b>two</x:b><c/></list>',
  }
  const source = `context.message.body.readAsXML((error, doc) => {
    const list = doc.documentElement, last = list.lastChild;
    context.message.body.write(JSON.stringify({ ${Object.keys(expected)
      .map((each) => `${JSON.stringify(each)}: ${each}`)
      .join(', ')} }));
  })`
  const { call } = await serve(t, [script(source)])
  const body = '<list><a id="1" x:lang="de&amp;"/> and <x:b>two</x:b><c/></list>'
  const response = await call({ method: 'POST', body, headers: { 'content-type': 'text/xml' } })
  t.deepEqual(await response.json(), expected)
})

test('XML with a document type declaration is an error of the script', async (t) => {
  const { call } = await serve(t, [
    script(`context.message.body.readAsXML((error) => context.message.body.write(String(error)))`),
  ])
  t.regex(await (await call(post('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'))).text(), /document type declaration/)
})

test('context.reject and apim.error end the assembly with an error that catch matches', async (t) => {
  const clause = {
    ...step('catch', { errors: ['Custom'] }, [
      [
        script(
          `context.message.header.set('X-Caught', context.get('error.name') + ': ' + context.get('error.message'))`,
        ),
      ],
    ]),
  }
  const { call } = await serve(
    t,
    [script(`context.reject('Custom', 'not today'); context.message.statusCode = 418`), invoke],
    [clause],
  )
  const response = await call()
  t.deepEqual([response.status, response.headers.get('x-caught')], [418, 'Custom: not today'])

  const other = await serve(t, [script(`apim.error('Other', 409, 'Conflict', 'taken')`)])
  const rejected = await other.call()
  t.deepEqual(
    [rejected.status, await rejected.json()],
    [409, { httpCode: '409', httpMessage: 'Conflict', moreInformation: 'taken' }],
  )
})

const shown = script(`context.message.body.write(['name', 'message', 'status.code'].map((each) =>
  context.get('error.' + each)).join('|'))`)
for (const [title, source, caughtBy, expected] of [
  ['an error', 'throw new TypeError("no stock")', 'TypeError', 'TypeError|no stock|500'],
  ['an error of its own', 'const e = new Error("gone"); e.name = "SoldOut"; throw e', 'SoldOut', 'SoldOut|gone|500'],
  ['an object', 'throw { name: "SoldOut", message: "no 7" }', 'SoldOut', 'SoldOut|no 7|500'],
  ['an error, caught as any of scripts', 'throw new RangeError("x")', 'JavaScriptError', 'RangeError|x|500'],
  ['what JSON.parse throws', 'JSON.parse("{")', 'SyntaxError', /^SyntaxError\|.+\|500$/],
  ['a text', 'throw "no"', 'JavaScriptError', 'JavaScriptError|no|500'],
  ['an object without a message', 'throw { name: "Odd" }', 'Odd', /^Odd\|.*\|500$/],
] as const) {
  test(`a clause of catch reads name and message of ${title} that a script throws`, async (t) => {
    const { call } = await serve(t, [script(source)], [step('catch', { errors: [caughtBy] }, [[shown]])])
    const text = await (await call()).text()
    if (typeof expected === 'string') t.is(text, expected)
    else t.regex(text, expected)
  })
}

test('callers do not see what a script has thrown, and a status that is none is told in the log', async (t) => {
  const thrown = await serve(t, [script('throw new Error("password of the database")')])
  t.notRegex(await (await thrown.call()).text(), /password/)
  const odd = await serve(t, [script('context.message.statusCode = 666')])
  const response = await odd.call()
  t.is(response.status, 500)
  t.like(await odd.gateway.recordOf(response), {
    reason: 'script_failed',
    detail: 'the script sets the status 666; a status is a number from 200 to 599',
  })
})

for (const [title, source, detail] of [
  ['throws', 'const a = 1\nthrow new TypeError("no")', /line 2 of the script: TypeError: no/],
  ['throws in a callback', 'context.message.body.readAsString(() => { JSON.parse("x") })', /SyntaxError/],
  ['rejects a promise', 'Promise.reject(new Error("late"))', /late/],
  ['requires an unknown module', 'require("fs")', /there is no module "fs"/],
  ['loops forever', 'for (;;) {}', /more than 300 ms of processor time/],
  ['tests an expression that explodes', '/(a+)+$/.test("a".repeat(50) + "b")', /more than 300 ms of processor time/],
  [
    'computes what cannot be interrupted',
    'const a = "a".repeat(2e6); for (;;) (a + "b").indexOf(a + "c")',
    /more than 300 ms of processor time/,
  ],
  ['recurses without an end', 'const f = (n) => [n].map(f); f(1)', /call stack|recurses/],
  ['fills the memory', 'const a = []; for (;;) a.push("x".repeat(1e6) + a.length)', /memory|longer/],
] as const) {
  test(`a script that ${title} is 500 for its call, and others are served`, async (t) => {
    const other = 'context.message.body.write(typeof leaked)'
    const { gateway, call } = await serve(t, [
      step('if', { condition: `request.headers.x-hostile = 'yes'` }, [
        [script(source, { 'time-limit': 300, 'memory-limit': 8 })],
      ]),
      script(other),
    ])
    const [response, ...others] = await Promise.all([call({ headers: { 'x-hostile': 'yes' } }), call(), call()])
    t.is(response.status, 500)
    t.deepEqual(await Promise.all(others.map((each) => each.text())), ['undefined', 'undefined'])
    const record = await gateway.recordOf(response)
    t.is(record.reason, 'script_failed')
    t.regex(record.detail ?? '', detail)
  })
}

test('a script sees nothing that another call has left', async (t) => {
  const { call } = await serve(t, [
    script(`
      const seen = [typeof leaked, {}.polluted, typeof context.get('my.secret'), JSON.stringify(Array.prototype.includes.tag)];
      globalThis.leaked = 1; Object.prototype.polluted = 2; Array.prototype.includes.tag = 3;
      JSON.parse = () => ({}); context.set('my.secret', 'x');
      context.message.body.write(seen.join())`),
  ])
  for (let index = 0; index < 3; index += 1) t.is(await (await call()).text(), 'undefined,,undefined,')
})

test('urlopen opens only hosts that the policy names', async (t) => {
  const source = (url: string) => `
    require('urlopen').open({ target: '${url}', method: 'post', data: { a: 1 }, headers: { 'X-Mine': 'yes' } }, (error, response) => {
      if (error) return context.message.body.write({ error: error.errorMessage });
      response.readAsJSON((failed, body) => context.message.body.write({ status: response.statusCode, body }));
    })`
  const host = new URL(backend.url).host
  const allowed = await serve(t, [script(source(`${backend.url}/missing`), { 'allowed-hosts': [host] })])
  t.like(await (await allowed.call()).json(), {
    status: 404,
    body: { method: 'POST', url: '/missing', body: '{"a":1}' },
  })

  const refused = await serve(t, [script(source(`${backend.url}/missing`), { 'allowed-hosts': ['example.com'] })])
  t.deepEqual(await (await refused.call()).json(), {
    error: `urlopen may not open "${host}": add it to allowed-hosts of the policy`,
  })
  for (const target of ['file:///etc/passwd', 'unix:/tmp/socket']) {
    const other = await serve(t, [script(source(target), { 'allowed-hosts': [host, ''] })])
    t.regex(await (await other.call()).text(), /opens http and https/)
  }
})

test('a body above the limit is refused before the script starts', async (t) => {
  const { call } = await serve(t, [script('context.message.body.write("read")', { 'payload-limit': 4 }), invoke])
  t.is((await call(post('{"a":1}'))).status, 413)
})

test('a body that the script does not mention streams', async (t) => {
  const { call } = await serve(t, [script(`context.message.header.set('X-A', 'b')`, { 'payload-limit': 4 }), invoke])
  t.is((await echo(call(post('{"a":1}')))).body, '{"a":1}')
})

test('headers of the framing stay as they are, and other headers of the connection are an error', async (t) => {
  const { call } = await serve(t, [script(`context.message.header.set('Content-Length', '1')`), invoke])
  t.is((await echo(call(post('{"a":1}')))).body, '{"a":1}')
  const other = await serve(t, [script(`context.message.header.set('Host', 'elsewhere')`), invoke])
  t.is((await other.call()).status, 500)
})

test('a script that cannot be compiled is an error of the document, with its line', (t) => {
  const assembly = { execute: [script('var a = 1;\nvar b = ;'), invoke], catch: [], finally: [] }
  const [problem] = findGatewayProblems(config(catalog([api(backend.url, { assembly })])))
  t.regex(problem?.message ?? '', /cannot be compiled, line 2 of it: .*';'/)
})
