/** Tests of documents, run as `sluice test` runs them. */

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { renderProblem } from '../../../../../src/gateway/config/index.ts'
import { type TestReport, testDocuments } from '../../../../../src/gateway/parts/document-tests/engine/index.ts'
import { loadDocuments } from '../../../../../src/gateway/runtime/documents/open-documents.ts'
import { gatewayParts } from '../../../_support/tables.ts'
import { type Files, folderWith, valid } from '../../../config/_support/folder.ts'

const path = '/acme/sandbox/customers/v1/customers'
const token = '{ client: app-id, user: alice, scopes: [customer] }'

async function runTests(t: ExecutionContext, tests: string, files: Files = {}): Promise<TestReport> {
  const folder = await folderWith(t, files)
  await writeFile(join(folder, 'apis/customers.test.yaml'), tests)
  const { config, problems } = await loadDocuments({ configFolder: folder, environment: {} }, gatewayParts, {
    sandbox: false,
  })
  if (!config) throw new Error(problems.map(renderProblem).join('\n'))
  return testDocuments(config, { folder, environment: {}, parts: gatewayParts })
}

/** Returns the differences of the only test. */
async function differencesOf(t: ExecutionContext, lines: string, file = ''): Promise<readonly string[]> {
  const { files } = await runTests(t, `${file}\ntests:\n  - name: one\n    ${lines.replaceAll('\n', '\n    ')}\n`)
  t.deepEqual(files[0]?.problems.map(renderProblem), [])
  return files[0]?.tests[0]?.differences ?? ['the test has not run']
}

test('a test that passes has no difference, and covers its operation', async (t) => {
  const { passed, failed, coverage } = await runTests(
    t,
    `tests: [{ name: a, request: GET ${path}, token: ${token}, expect: { status: 200, reason: served } }]`,
  )
  t.deepEqual([passed, failed, coverage.operations.covered], [1, 0, 1])
})

test('the request to the upstream is compared: URL, headers, body', async (t) => {
  const differences = await differencesOf(
    t,
    `request: GET ${path}?a=1
token: ${token}
headers: { x-one: "1" }
expect: { upstream: POST *, upstream_headers: { x-one: "2", x-two: "3", authorization: null }, upstream_body: text }`,
  )
  t.is(differences.length, 4, differences.join('\n'))
  t.regex(differences[0] ?? '', /^upstream: expected POST \*, found GET http.*customers$/)
  t.is(differences[1], 'upstream_headers.x-one: expected 2, found 1')
  t.is(differences[2], 'upstream_headers.x-two: expected 3, found none')
  t.regex(differences[3] ?? '', /^upstream_body: expected text, found/)
})

test('an upstream answers as the file says, the first entry that matches', async (t) => {
  const upstreams = 'upstreams: [{ request: GET *customers, status: 203, headers: { x-a: b }, body: { a: [1] } }]'
  t.deepEqual(
    await differencesOf(
      t,
      `request: GET ${path}\ntoken: ${token}\nexpect: { status: 203, headers: { x-a: b }, body: { a: [1] } }`,
      upstreams,
    ),
    [],
  )
  t.deepEqual(
    await differencesOf(
      t,
      `request: GET ${path}\ntoken: ${token}\nupstreams: [{ request: "*", fails: true }]\nexpect: { status: 502, reason: upstream_unreachable }`,
      upstreams,
    ),
    [],
  )
})

for (const [title, call, expected] of [
  ['without a token', '', '{ status: 401, upstream: none }'],
  ['with a token of another scope', 'token: { client: app-id, scopes: [other] }', '{ status: 403, upstream: none }'],
  [
    'with an expired token',
    'token: { client: app-id, scopes: [customer], expires_in: -1 }',
    '{ reason: token_invalid }',
  ],
  ['with a token of its own text', 'headers: { authorization: Bearer x }', '{ status: 401 }'],
  ['with a token of the scope', `token: ${token}`, '{ status: 200 }'],
] as const) {
  test(`the gateway decides as it does for callers: ${title}`, async (t) => {
    t.deepEqual(await differencesOf(t, `request: GET ${path}\n${call}\nexpect: ${expected}`), [])
  })
}

test('earlier calls count against the limits, at their own time', async (t) => {
  const calls = (seconds: number) =>
    `request: GET ${path}\ntoken: ${token}\nearlier: [{ times: 100, token: ${token}, seconds_before: ${seconds} }]`
  t.deepEqual(await differencesOf(t, `${calls(0)}\nexpect: { status: 429 }`, 'clock: 2026-01-01T00:30:00Z'), [])
  t.deepEqual(await differencesOf(t, `${calls(7200)}\nexpect: { status: 200 }`, 'clock: 2026-01-01T00:30:00Z'), [])
})

test('a client id that no application has is a difference that names the known ones', async (t) => {
  const [difference] = await differencesOf(t, `request: GET ${path}\ntoken: { client: other }\nexpect: { status: 200 }`)
  t.regex(difference ?? '', /no application has the client id "other" - known are app-id/)
})

test('a mistake in a test file has its place, and the file counts as failed', async (t) => {
  const { files, failed } = await runTests(
    t,
    `tests:\n  - name: a\n    request: ${path}\n    expects: { status: 200 }\n`,
  )
  t.is(failed, 1)
  const problems = files[0]?.problems.map(renderProblem).join('\n') ?? ''
  t.regex(problems, /apis\/customers\.test\.yaml:4:5 tests\[0\]\.expects is not known - did you mean "expect"/)
  t.regex(problems, /:3:14 tests\[0\]\.request/)
})

test('a test file is no document, so a gateway does not load it', async (t) => {
  const folder = await folderWith(t, { 'apis/customers.test.yaml': 'tests: nonsense' })
  const { problems } = await loadDocuments({ configFolder: folder, environment: {} }, gatewayParts, { sandbox: false })
  t.deepEqual(problems.map(renderProblem), [])
})

test('branches of assemblies are covered by the tests that enter them', async (t) => {
  const api = valid['apis/customers.yaml'].replace(
    '- invoke: ',
    "- if: { condition: $httpVerb() = 'GET', execute: [{ set-variable: { actions: [{ set: a, value: b }] } }] }\n      - if: { condition: $httpVerb() = 'PUT', execute: [{ set-variable: { actions: [{ set: a, value: b }] } }] }\n      - invoke: ",
  )
  const { coverage } = await runTests(
    t,
    `tests: [{ name: a, request: GET ${path}, token: ${token}, expect: { status: 200 } }]`,
    { 'apis/customers.yaml': api },
  )
  t.is(coverage.branches.covered, 1)
  t.regex(coverage.branches.missed.join(), /^apis\/customers\.yaml:\d+ if, branch 1$/)
})

/** The API with a key in the header and a header parameter that is validated; the upstream gets headers by `$(…)`. */
const readingHeaders = {
  'apis/customers.yaml': valid['apis/customers.yaml']
    .replace(/security:\n {2}- oauth-1: \[customer\]/, 'security:\n  - key: []')
    .replace(
      'securityDefinitions:',
      'securityDefinitions:\n  key: { type: apiKey, in: header, name: X-Shop-Key, x-key-type: client_id }',
    )
    .replace(
      'responses: {}',
      'parameters: [{ name: X-Page, in: header, type: integer, required: true }], responses: {}',
    )
    .replace(
      '- invoke:',
      `- validate: { version: 2.0.0 }
      - set-variable: { version: 2.0.0, actions: [{ set: message.headers.x-seen, value: $(request.headers.x-tags) }] }
      - invoke:`,
    ),
} satisfies Files

for (const [title, headers, expect] of [
  [
    'a key, a parameter and a repeated header',
    '{ x-shop-key: app-id, x-page: "2", x-tags: "a, b" }',
    '{ status: 200, upstream_headers: { x-seen: "a, b", x-shop-key: null } }',
  ],
  [
    'another spelling of their names',
    '{ X-SHOP-KEY: app-id, X-pagE: "7", X-Tags: c }',
    '{ status: 200, upstream_headers: { x-seen: c } }',
  ],
  ['no key', '{ x-page: "2" }', '{ status: 401, reason: client_wrong }'],
  ['a parameter that is no number', '{ x-shop-key: app-id, x-page: two }', '{ status: 422 }'],
] as const)
  test(`a test reads ${title} of a request as the gateway does`, async (t) => {
    const call = `{ name: a, request: GET ${path}, headers: ${headers}, expect: ${expect} }`
    const { passed, files } = await runTests(t, `tests: [${call}]`, readingHeaders)
    t.deepEqual(
      files.flatMap(({ tests }) => tests.map(({ differences }) => differences)),
      [[]],
    )
    t.is(passed, 1)
  })

test('a preflight is answered in a test as it is live', async (t) => {
  const cors = valid['apis/customers.yaml'].replace(
    'x-ibm-configuration:',
    'x-ibm-configuration:\n  cors: { enabled: true }',
  )
  const headers = '{ origin: "https://shop.example", access-control-request-method: GET }'
  const call = `{ name: a, request: OPTIONS ${path}, headers: ${headers}, expect: { status: 204, upstream: none } }`
  const { passed, files } = await runTests(t, `tests: [${call}]`, { 'apis/customers.yaml': cors })
  t.deepEqual(
    files.flatMap(({ tests }) => tests.map(({ differences }) => differences)),
    [[]],
  )
  t.is(passed, 1)
})
