import test from 'ava'

import type { Explanation } from '../../../src/lib/access/explanation.ts'
import { openRejectionRing } from '../../../src/telemetry/rejections/rejection-ring.ts'

function explanation(requestId: string): Explanation {
  return { requestId, at: 0, method: 'GET', path: '/', status: 401, reason: 'token_missing', checks: [] }
}

test('is put in words when it is asked for, and only once', (t) => {
  const refusals = openRejectionRing()
  let made = 0
  refusals.add('token_missing', 'a', () => {
    made += 1
    return explanation('a')
  })
  t.is(made, 0)
  t.is(refusals.find('a'), refusals.find('a'))
  t.is(made, 1)
  t.is(refusals.find('b'), undefined)
})

test('a flood of one reason washes only its own away', (t) => {
  const refusals = openRejectionRing(2)
  for (const id of ['a', 'b', 'c']) refusals.add('token_missing', id, () => explanation(id))
  refusals.add('rate_limit', 'd', () => explanation('d'))
  t.is(refusals.find('a'), undefined)
  for (const id of ['b', 'c', 'd']) t.is(refusals.find(id)?.requestId, id)
})

test('what is settled needs nothing any more', async (t) => {
  const refusals = openRejectionRing()
  let gone = false
  refusals.add('token_missing', 'a', () => {
    if (gone) throw new Error('the documents are gone')
    return explanation('a')
  })
  await refusals.renderAll()
  gone = true
  t.is(refusals.find('a')?.requestId, 'a')
})
