import test from 'ava'
import {
  type DetailDemand,
  findMissingDetail,
  renderDetails,
} from '../../../../src/gateway/contract/access/authorization-details.ts'

const account = { type: 'payment', actions: ['read', 'pay'], locations: ['https://a'], identifier: 'DE02' }
const read = (name: string) => (name === 'account' ? 'DE02' : 'other')

for (const [title, granted, demand, isMet] of [
  ['the type', [account], { type: 'payment' }, true],
  ['an action', [account], { type: 'payment', actions: ['pay'] }, true],
  ['actions and a location', [account], { type: 'payment', actions: ['pay', 'read'], locations: ['https://a'] }, true],
  ['the identifier', [account], { type: 'payment', identifier: 'account' }, true],
  ['another type', [account], { type: 'loan' }, false],
  ['another action', [account], { type: 'payment', actions: ['pay', 'refund'] }, false],
  ['another location', [account], { type: 'payment', locations: ['https://b'] }, false],
  ['another identifier', [account], { type: 'payment', identifier: 'id' }, false],
  ['a list that the detail lacks', [{ type: 'payment' }], { type: 'payment', actions: ['pay'] }, false],
  [
    'actions of two details',
    [
      { type: 'a', actions: ['x'] },
      { type: 'a', actions: ['y'] },
    ],
    { type: 'a', actions: ['x', 'y'] },
    false,
  ],
  ['nothing', undefined, { type: 'payment' }, false],
] as [string, object[] | undefined, DetailDemand, boolean][]) {
  test(`details ${isMet ? 'meet' : 'do not meet'} the demand of ${title}`, (t) => {
    t.is(findMissingDetail(granted, [demand], read) === undefined, isMet)
  })
}

test('a missing detail is the one to ask for, and words name its members', (t) => {
  const missing = findMissingDetail([], [{ type: 'payment', actions: ['pay'], identifier: 'account' }], read)
  t.deepEqual(missing, { type: 'payment', actions: ['pay'], identifier: 'DE02' })
  t.is(renderDetails([missing ?? {}]), 'payment (actions pay, identifier DE02)')
  t.is(renderDetails([{ type: 'a' }, { type: 'b', amount: { EUR: 1 } }]), 'a; b (amount {"EUR":1})')
  t.is(renderDetails(), 'none')
})
