/** Errors of documents of API Connect: which clause catches them, and what of them a caller gets. */
import test, { type ExecutionContext } from 'ava'
import { parse, stringify } from 'yaml'
import { valid } from '../config/_support/folder.ts'
import { findProblemLines, serve } from './_support/loaded.ts'
import { type Running, startBackend } from './_support/servers.ts'

let backend: Running

test.before(async () => {
  backend = await startBackend(async (request, response) => {
    const status = Number(new URL(request.url ?? '', 'http://upstream').searchParams.get('status') ?? 200)
    response.writeHead(status, { 'content-type': 'text/plain' }).end('from the upstream')
  })
})
test.after.always(() => backend.close())

function documents(assembly: string) {
  return {
    'apis/customers.yaml': stringify({
      swagger: '2.0',
      info: { 'x-ibm-name': 'customers', title: 'Customers', version: '1.0.0' },
      basePath: '/customers',
      paths: { '/any': { get: { responses: { 200: { description: 'OK' } } } } },
      'x-ibm-configuration': {
        properties: { upstream: { value: backend.url }, status: { value: '409' } },
        assembly: parse(assembly),
      },
    }),
    'catalogs/sandbox/products/shop.yaml': valid['catalogs/sandbox/products/shop.yaml'],
  }
}

async function call(t: ExecutionContext, assembly: string, headers: Record<string, string> = {}) {
  const gateway = await serve(t, documents(assembly))
  const response = await fetch(`${gateway.url}/acme/sandbox/customers/any`, { headers })
  return { status: response.status, phrase: response.statusText, body: await response.text() }
}

const clause = (errors: string, text: string) =>
  `  - errors: ${errors}\n    execute: [{ set-variable: { actions: [{ set: message.body, value: '${text}' }] } }]\n`
const byDefault = (text: string) =>
  `  - default: [{ set-variable: { actions: [{ set: message.body, value: '${text}' }] } }]\n`
const thrown = 'execute: [{ throw: { name: SoldOut, message: None left, error-status-code: 409 } }]\n'
const failed = "execute: [{ invoke: { target-url: '$(upstream)/a?status=404', stop-on-error: [OperationError] } }]\n"
const script = (source: string) =>
  `execute: [{ gatewayscript: { version: 2.0.0, source: ${JSON.stringify(source)} } }]\n`

test('a switch has otherwise beside its cases, as the toolkit of API Connect writes it', async (t) => {
  const set = (text: string) => `[{ set-variable: { actions: [{ set: message.body, value: ${text} }] } }]`
  const choose = (verb: string) =>
    `execute: [{ switch: { case: [{ condition: "$httpVerb() = '${verb}'", execute: ${set('a')} }], otherwise: ${set('b')} } }]\n`
  t.is((await call(t, choose('GET'))).body, 'a')
  t.is((await call(t, choose('PUT'))).body, 'b')
})

test('a clause reads the response of an upstream that is an error, which no other caller sees', async (t) => {
  const read = `${failed}catch:\n${clause('[OperationError]', '$(message.headers.content-type): $(message.body)')}`
  t.like(await call(t, read), { status: 404, body: 'text/plain: from the upstream' })
  const uncaught = `${failed}catch:\n${clause('[Other]', 'a')}finally:\n  - set-variable: { actions: [{ set: x, value: y }] }\n`
  t.notRegex((await call(t, uncaught)).body, /from the upstream/)
})

const clauses: readonly (readonly [title: string, assembly: string, body: string, status: number])[] = [
  [
    'the first of several clauses that names the error',
    `${thrown}catch:
${clause('[Other]', 'a')}${clause('[More, SoldOut]', 'b')}${clause('[SoldOut]', 'c')}`,
    'b',
    409,
  ],
  ['a status as a text', `${thrown}catch:\n${clause("['409']", 'a')}`, 'a', 409],
  ['a status as a number', `${thrown}catch:\n${clause('[404, 409]', 'a')}`, 'a', 409],
  ['the status of an upstream', `${failed}catch:\n${clause('[404]', '$(error.name)')}`, 'OperationError', 404],
  [
    'default after clauses that do not match',
    `${thrown}catch:\n${clause('[Other, 404]', 'a')}${byDefault('b')}`,
    'b',
    409,
  ],
  ['default before a clause that matches', `${thrown}catch:\n${byDefault('b')}${clause('[SoldOut]', 'a')}`, 'b', 409],
  ['default after a clause without errors', `${thrown}catch:\n${clause('[]', 'a')}${byDefault('b')}`, 'b', 409],
  [
    'finally after a clause',
    `${thrown}catch:\n${clause('[SoldOut]', 'a')}finally:
  - set-variable: { actions: [{ set: message.status.code, value: 418 }] }\n`,
    'a',
    418,
  ],
  [
    'a clause without steps',
    `${thrown}catch: [{ errors: [SoldOut], execute: [] }]\nfinally:
  - set-variable: { actions: [{ set: message.body, value: last }] }\n`,
    'last',
    409,
  ],
  [
    'the error that a script rejects with',
    `${script("context.reject('SoldOut', 'None left'); context.message.statusCode = '409 Gone away'")}catch:
${clause('[SoldOut]', '$(error.message), $(error.status.code) $(error.status.reasonPhrase)')}`,
    'None left, 409 Gone away',
    409,
  ],
  [
    'the error of apim.error',
    `${script("apim.error('SoldOut', 410, 'Gone away', 'None left')")}catch:
${clause('[SoldOut]', '$(error.message), $(error.status.code) $(error.status.reason)')}`,
    'None left, 410 Gone away',
    410,
  ],
]

for (const [title, assembly, body, status] of clauses) {
  test(`catch takes ${title}`, async (t) => {
    const response = await call(t, assembly)
    t.like(response, { status, body })
  })
}

const named = `execute:
  - throw: { name: SoldOut, message: None left, error-status-code: 409, error-status-reason: Shelf empty }
catch:
  - default:
`
const told = 'SoldOut; None left; 409; Shelf empty; Shelf empty'
const readers: readonly (readonly [where: string, step: string, body: string])[] = [
  [
    'a template',
    `set-variable: { actions: [{ set: message.body, value: '$(error.name); $(error.message); $(error.status.code); $(error.status.reason); $(error.status.reasonPhrase)' }] }`,
    told,
  ],
  [
    'a script',
    `gatewayscript: { version: 2.0.0, source: "context.message.body.write(['name', 'message', 'status.code', 'status.reason', 'status.reasonPhrase'].map((each) => context.get('error.' + each)).join('; '))" }`,
    told,
  ],
  [
    'a script of version 5',
    `gatewayscript: { version: 1.0.0, source: "const { name, message, status } = apim.getError(); session.output.write([name, message, status.code, status.reason, status.reason].join('; '))" }`,
    told,
  ],
  ...[
    "$(error.name) = 'SoldOut' and $(error.status.code) = 409",
    "$(error.status.reasonPhrase) = 'Shelf empty'",
    "'$(error.message)' === 'None left'",
    "$errorName() = 'SoldOut'",
    "error.status.code = 409 and $not(error.status.reason = 'Conflict')",
  ].map(
    (condition) =>
      [
        `the condition ${condition}`,
        `if: { condition: ${JSON.stringify(condition)}, execute: [{ set-variable: { actions: [{ set: message.body, value: holds }] } }] }`,
        'holds',
      ] as const,
  ),
]

for (const [where, step, body] of readers) {
  test(`${where} reads the caught error`, async (t) => {
    t.deepEqual(await call(t, `${named}      - ${step}\n`), { status: 409, phrase: 'Shelf empty', body })
  })
}

test('a script reads the error as a whole', async (t) => {
  const source =
    "const { name, status } = context.get('error'); context.message.body.write([name, status.code, status.reason].join(' '))"
  const assembly = `${named}      - gatewayscript: { version: 2.0.0, source: ${JSON.stringify(source)} }\n`
  t.is((await call(t, assembly)).body, 'SoldOut 409 Shelf empty')
})

const reason = (value: string) => `set-variable: { actions: [{ set: message.status.reason, value: ${value} }] }`
const backendCall = "invoke: { target-url: '$(upstream)/a' }"
const phrases: readonly (readonly [title: string, steps: readonly string[], status: number, phrase: string])[] = [
  ['throw', ['throw: { name: A, error-status-code: 404, error-status-reason: No such shelf }'], 404, 'No such shelf'],
  ['throw with a template', ["throw: { name: A, error-status-reason: 'Shelf $(status)' }"], 500, 'Shelf 409'],
  ['throw without a phrase', ['throw: { name: A, error-status-code: 404 }'], 404, 'Not Found'],
  [
    'throw with a phrase from the caller that has a line break',
    ["throw: { name: A, error-status-reason: '$(request.parameters.a)' }"],
    500,
    'Internal Server Error',
  ],
  ['set-variable after invoke', [backendCall, reason('Fine')], 200, 'Fine'],
  [
    'set-variable before the status',
    [backendCall, reason('Fine'), 'set-variable: { actions: [{ set: message.status.code, value: 201 }] }'],
    201,
    'Fine',
  ],
  ['set-variable with a text that is not ASCII', [backendCall, reason('Für dich')], 200, 'Für dich'],
  ['set-variable before invoke', [reason('Fine'), backendCall], 200, 'OK'],
  [
    'set-variable before invoke with output',
    [reason('Fine'), "invoke: { target-url: '$(upstream)/a', output: kept }"],
    200,
    'Fine',
  ],
  ['clear', [reason('Fine'), 'set-variable: { actions: [{ clear: message.status.reason }] }'], 200, 'OK'],
  [
    'a script',
    ['gatewayscript: { version: 2.0.0, source: "context.message.statusCode = \'404 No such shelf\'" }'],
    404,
    'No such shelf',
  ],
  [
    'header-metadata of a script',
    [
      "gatewayscript: { version: 2.0.0, source: \"const h = require('header-metadata'); h.response.statusCode = 404; h.response.reasonPhrase = 'Lost'\" }",
    ],
    404,
    'Lost',
  ],
  [
    'javascript of version 5',
    ["javascript: { source: \"set('message.status.code', 404); set('message.status.reason', 'Lost')\" }"],
    404,
    'Lost',
  ],
]

for (const [title, steps, status, phrase] of phrases) {
  test(`the status line after ${title} is ${status} ${phrase}`, async (t) => {
    const response = await call(t, `execute:\n${steps.map((step) => `  - ${step}\n`).join('')}`)
    t.is(response.status, status)
    t.is(response.phrase, phrase)
  })
}

test('a phrase stands in the error body, escaped for its format', async (t) => {
  const assembly = "execute: [{ throw: { name: A, error-status-code: 404, error-status-reason: '<none>' } }]"
  t.is(JSON.parse((await call(t, assembly)).body).httpMessage, '<none>')
  t.regex((await call(t, assembly, { accept: 'text/html' })).body, /<h1>404 &lt;none&gt;<\/h1>/)
})

test('a phrase with a line break of the caller does not change the head of the response', async (t) => {
  const assembly = `execute: [{ ${reason("'$(request.headers.x-a) $(request.parameters.a)'")} }]`
  const gateway = await serve(t, documents(assembly))
  const response = await fetch(`${gateway.url}/acme/sandbox/customers/any?a=1%0d%0ax-evil:1`)
  t.is(response.status, 400)
  t.is(response.headers.get('x-evil'), null)
})

test('a catch that is no list of clauses is an error with its line', async (t) => {
  const lines = await findProblemLines(t, documents('execute: [{ throw: { name: A } }]\ncatch: { default: [] }'))
  t.true(
    lines.some((line) => /assembly\.catch must be a list/.test(line)),
    lines.join('\n'),
  )
})
