import test from 'ava'
import { listOperationErrors } from '../../../../../../src/gateway/parts/portal/pages/apis/operation-errors.ts'
import type { ApiView, OperationView } from '../../../../../../src/gateway/parts/portal/rest/index.ts'
import { answersWith } from '../_support/catalogue.ts'

const api = answersWith()['GET /apis/:api'] as ApiView
const operation = api.operations[0] as OperationView

test('errors are those of the security, the plans and the definition of the operation', (t) => {
  const errors = listOperationErrors({ ...api, offline: true }, operation)
  t.deepEqual(
    errors.map(({ status }) => status),
    [401, 403, 403, 413, 429, 502, 503],
  )
  t.regex(errors.find(({ status }) => status === 403)?.cause ?? '', /scope: customer\./)
  t.regex(errors.find(({ status }) => status === 429)?.cause ?? '', /free: 100 calls per hour/)
})

test('an open operation without parameters and limits can only miss its upstream', (t) => {
  const open = { ...operation, security: [], parameters: [] }
  const { body: _, ...bare } = open
  const errors = listOperationErrors({ ...api, plans: [] }, bare)
  t.deepEqual(
    errors.map(({ status }) => status),
    [502],
  )
})
