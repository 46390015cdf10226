import test from 'ava'

import { gatewayProblems } from '../../src/gateway/index.ts'
import { api, catalog, config, oauth, operation, place, step } from './_support/documents.ts'

const nothing = { execute: [], catch: [], finally: [] }

test('documents that can be served have no problems', (t) => {
  t.deepEqual(gatewayProblems(config(catalog([api('http://127.0.0.1:1')]))), [])
})

test('all problems are found at once, each with its place', (t) => {
  const security = [{ all: [{ definition: oauth, scopes: [] }], place }]
  const problems = gatewayProblems(
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
      'the API "customers:1.0.0" has no assembly: nothing would answer its calls',
      'target-url must be an http or https address, found "ftp://x"',
      'the OAuth provider "customer-oauth" is not enabled in the catalog',
      '$(upstraem) is neither a property nor a variable - did you mean "upstream"?',
    ],
  )
  t.like(problems[0], place)
})
