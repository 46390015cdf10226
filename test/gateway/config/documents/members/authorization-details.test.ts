import test, { type ExecutionContext } from 'ava'
import { loadConfig, renderProblem } from '../../../../../src/gateway/config/index.ts'
import { typeTables } from '../../../_support/tables.ts'
import { folderWith, valid } from '../../_support/folder.ts'

const types = '  authorization_details: { payment: { title: Payments, actions: [read, pay] } }'

async function problemsOf(
  t: ExecutionContext,
  member: string,
  { provider = types, change = (text: string) => text } = {},
) {
  const api = valid['apis/customers.yaml'].replace('operationId: list', `operationId: list, ${member}`)
  const files = {
    'apis/customers.yaml': change(api),
    'providers/oauth.yaml': valid['providers/oauth.yaml'].replace('native_provider:', `native_provider:\n${provider}`),
  }
  const { problems } = await loadConfig(await folderWith(t, files), typeTables, {}, {})
  return problems.map(renderProblem).join('\n')
}

const demand = 'x-authorization-details: [{ type: payment, actions: [pay] }]'

test('an operation demands details of a type that its provider has', async (t) => {
  t.notRegex(await problemsOf(t, demand), /x-authorization-details/)
})

for (const [title, member, message] of [
  [
    'another type',
    'x-authorization-details: [{ type: loan }]',
    /names a type that provider "oauth" does not have: "loan".*payment/,
  ],
  [
    'another action',
    'x-authorization-details: [{ type: payment, actions: [refund] }]',
    /the action "refund", which the type "payment"/,
  ],
  [
    'another parameter',
    'x-authorization-details: [{ type: payment, identifier: id }]',
    /identifier is not a parameter of the path .*"id"/,
  ],
  ['an empty list', 'x-authorization-details: []', /x-authorization-details must/],
] as const) {
  test(`reports ${title}`, async (t) => {
    t.regex(await problemsOf(t, member), message)
  })
}

test('reports an operation that opens without a token', async (t) => {
  const change = (text: string) => text.replace('operationId: list', 'operationId: list, security: []')
  t.regex(await problemsOf(t, demand, { change }), /x-authorization-details needs a token/)
})
