/** Documents with names and values that JavaScript has for itself. */
import test from 'ava'
import { loadConfig, renderProblem } from '../../../../src/gateway/config/index.ts'
import { folderWith, valid } from '../_support/folder.ts'
import { tables } from '../_support/tables.ts'

const application = 'catalogs/sandbox/applications/app.yaml'
const api = 'apis/customers.yaml'
const flows = `openapi: 3.0.3
info: { title: Customers, version: 1.0.0, x-ibm-name: customers }
components: { securitySchemes: { oauth: { type: oauth2, x-ibm-oauth-provider: oauth, flows: { constructor: { scopes: {} } } } } }
paths: {}
`

for (const [title, file, text, message] of [
  [
    'a plan that is a map',
    application,
    valid[application].replace('plan: gold', 'plan: { toString: {} }'),
    'app.yaml:6:28 subscriptions[0].plan must be text - found a map',
  ],
  [
    'a list that cannot be a text',
    application,
    valid[application].replace('plan: gold', 'plan: [{ toString: {} }]'),
    'app.yaml:6:28 subscriptions[0].plan must be text - found a list',
  ],
  ['a member', application, `${valid[application]}toString: 1\n`, 'app.yaml:7:1 toString is not known'],
  ['a flow', api, flows, 'authorizationCode, implicit - found "constructor"'],
] as const)
  test(`an error says where and what: ${title}`, async (t) => {
    const { problems, config } = await loadConfig(await folderWith(t, { [file]: text }), tables, {})
    t.is(config, undefined)
    const lines = problems.map(renderProblem).join('\n')
    t.true(lines.includes(message), lines)
    t.notRegex(lines, /native code|\[object/)
  })
