import test from 'ava'
import type { Explanation } from '../../../../src/gateway/contract/access/explanation.ts'
import { openRejectionRing } from '../../../../src/gateway/telemetry/rejections/rejection-ring.ts'

function explanation(requestId: string): Explanation {
  return { requestId, at: 0, method: 'GET', path: '/', status: 401, reason: 'token_missing', checks: [] }
}

test('an explanation is rendered once, when it is requested', (t) => {
  const rejections = openRejectionRing()
  let made = 0
  rejections.add('token_missing', 'a', () => {
    made += 1
    return explanation('a')
  })
  t.is(made, 0)
  t.is(rejections.find('a'), rejections.find('a'))
  t.is(made, 1)
  t.is(rejections.find('b'), undefined)
})

test('many rejections of one reason displace only that reason', (t) => {
  const rejections = openRejectionRing(2)
  for (const id of ['a', 'b', 'c']) rejections.add('token_missing', id, () => explanation(id))
  rejections.add('rate_limit', 'd', () => explanation('d'))
  t.is(rejections.find('a'), undefined)
  for (const id of ['b', 'c', 'd']) t.is(rejections.find(id)?.requestId, id)
})

test('a rendered explanation does not refer to its record', async (t) => {
  const rejections = openRejectionRing()
  let gone = false
  rejections.add('token_missing', 'a', () => {
    if (gone) throw new Error('the documents are gone')
    return explanation('a')
  })
  await rejections.renderAll()
  gone = true
  t.is(rejections.find('a')?.requestId, 'a')
})

test('a list has the last rejections of each reason in one catalog', (t) => {
  const rejections = openRejectionRing(25)
  for (let index = 0; index < 40; index += 1) {
    const catalog = index % 2 === 0 ? '/acme/sandbox' : '/acme/other'
    rejections.add('token_missing', `a${index}`, () => ({ ...explanation(`a${index}`), catalog }))
  }
  rejections.add('rate_limit', 'd', () => ({ ...explanation('d'), catalog: '/acme/sandbox' }))
  const ids = rejections.list('/acme/sandbox').map(({ requestId }) => requestId)
  t.deepEqual(ids, [...Array.from({ length: 10 }, (_, index) => `a${20 + 2 * index}`), 'd'])
})
