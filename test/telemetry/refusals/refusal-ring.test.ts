import test from 'ava'

import type { Explanation } from '../../../src/lib/explanation.ts'
import { openRefusals } from '../../../src/telemetry/refusals/refusal-ring.ts'

function explanation(requestId: string): Explanation {
  return { requestId, at: 0, method: 'GET', path: '/', status: 401, reason: 'token_missing', checks: [] }
}

test('is put in words when it is asked for, and only once', (t) => {
  const refusals = openRefusals()
  let made = 0
  refusals.keep('token_missing', 'a', () => {
    made += 1
    return explanation('a')
  })
  t.is(made, 0)
  t.is(refusals.find('a'), refusals.find('a'))
  t.is(made, 1)
  t.is(refusals.find('b'), undefined)
})

test('a flood of one reason washes only its own away', (t) => {
  const refusals = openRefusals(2)
  for (const id of ['a', 'b', 'c']) refusals.keep('token_missing', id, () => explanation(id))
  refusals.keep('rate_limit', 'd', () => explanation('d'))
  t.is(refusals.find('a'), undefined)
  for (const id of ['b', 'c', 'd']) t.is(refusals.find(id)?.requestId, id)
})

test('what is settled needs nothing any more', async (t) => {
  const refusals = openRefusals()
  let gone = false
  refusals.keep('token_missing', 'a', () => {
    if (gone) throw new Error('the documents are gone')
    return explanation('a')
  })
  await refusals.settle()
  gone = true
  t.is(refusals.find('a')?.requestId, 'a')
})
