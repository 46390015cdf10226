import test from 'ava'
import { openGatewayCheck } from '../../../src/gateway/data-plane/index.ts'
import { findGatewayProblems, typeTables } from '../_support/tables.ts'
import { api, catalog, config, location, oauth, operation, step } from './_support/documents.ts'

const nothing = { execute: [], catch: [], finally: [] }

test('valid documents have no problems', (t) => {
  t.deepEqual(findGatewayProblems(config(catalog([api('http://127.0.0.1:1')]))), [])
})

test('all problems are found in one check, each with its location', (t) => {
  const security = [{ all: [{ definition: oauth, scopes: [] }], location }]
  const problems = findGatewayProblems(
    config(
      catalog(
        [
          api('', { assembly: nothing }),
          api('ftp://x', { operations: [operation('GET', '/a', { security })] }),
          api('http://x', {
            assembly: { ...nothing, execute: [step('invoke', { 'target-url': '$(upstream)$(upstraem)' })] },
          }),
        ],
        { providers: new Map() },
      ),
    ),
  )
  t.deepEqual(
    problems.map(({ message }) => message),
    [
      'the API "customers:1.0.0" has no assembly: add x-ibm-configuration.assembly.execute',
      'target-url must be an http or https URL - found "ftp://x"',
      'the OAuth provider "customer-oauth" is not enabled in the catalog',
      '$(upstraem) is neither a property nor a variable - did you mean "upstream"?',
    ],
  )
  t.like(problems[0], location)
})

for (const name of [
  'message.foo',
  'message.status',
  'request.path',
  'client.app.id',
  'oauth.scope',
  'system.request-id',
])
  test(`set-variable cannot change ${name}`, (t) => {
    const execute = [step('set-variable', { actions: [{ set: name, value: 'x' }] })]
    const checked = config(catalog([api('http://x', { assembly: { ...nothing, execute } })]))
    const [problem, ...others] = findGatewayProblems(checked)
    t.true(problem?.message.startsWith(`"${name}" cannot be changed; message.headers.NAME,`), problem?.message)
    t.deepEqual(others, [])
  })

test('a valid API is checked again when it or its catalog changes', (t) => {
  const check = openGatewayCheck(typeTables)
  const right = api('http://127.0.0.1:1')
  const wrong = api('ftp://x', { reference: 'wrong:1.0.0' })
  const shop = catalog([right])
  t.deepEqual(check(config(shop)), [])
  t.is(check(config({ ...shop, apis: [right, wrong] })).length, 1)
  t.is(check(config({ ...shop, apis: [right, wrong] })).length, 1)
  t.deepEqual(check(config({ ...shop, applications: [] })), [])

  const secured = {
    ...right,
    operations: [operation('GET', '/a', { security: [{ all: [{ definition: oauth, scopes: [] }], location }] })],
  }
  t.deepEqual(check(config({ ...shop, apis: [secured] })), [])
  t.is(check(config({ ...shop, apis: [secured], providers: new Map() })).length, 1)
})

test('a valid API that has not changed is not built again', (t) => {
  let built = 0
  const counted = {
    ...api('http://127.0.0.1:1'),
    get operations() {
      built += 1
      return []
    },
  }
  const check = openGatewayCheck(typeTables)
  const shop = catalog([counted])
  check(config(shop))
  const once = built
  t.true(once > 0)
  check(config({ ...shop, applications: [], apis: [counted, api('http://127.0.0.1:2')] }))
  t.is(built, once)
})
