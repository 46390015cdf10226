import test from 'ava'
import { load, valid } from '../_support/folder.ts'

const api = (backend: string) => {
  const text = valid['apis/customers.yaml']
    .replaceAll('customer]', 'mq.get]')
    .replaceAll('{ customer: Customers }', '{ mq.get: Get }')
    .replace('x-ibm-configuration:\n', `x-ibm-configuration:\n  properties:\n    mq-backend: { value: ${backend} }\n`)
    .replace(
      '    get: { operationId: list, responses: {} }\n',
      '    get: { operationId: list, responses: {} }\n  /queue/a/lease:\n    post: { operationId: lease, responses: {} }\n  /queue/a/message:\n    post: { operationId: put, responses: {} }\n',
    )
  const provider = valid['providers/oauth.yaml'].replace('  customer: Customers\n', '  mq.get: Get\n')
  return { 'apis/customers.yaml': text, 'providers/oauth.yaml': provider }
}

test('operations that the REST API of IBM MQ does not have are warnings where it is the backend', async (t) => {
  const { problems, config } = await load(t, api('ibm-mq'))
  t.truthy(config, JSON.stringify(problems))
  const messages = problems.map(({ severity, message }) => `${severity} ${message}`)
  t.is(messages.length, 2, messages.join('\n'))
  t.regex(
    messages.join('\n'),
    /warning POST \/queue\/a\/lease gets 404 .* browse the message, then get it by its message id/,
  )
  t.regex(messages.join('\n'), /warning POST \/queue\/a\/message: .* ignores Idempotency-Key/)
})

test('another backend causes no warning', async (t) => {
  t.deepEqual((await load(t, api('sluice'))).problems, [])
})
