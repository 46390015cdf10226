import test from 'ava'
import {
  buildExpiryChoices,
  findExpiryState,
  renderSecretExpiry,
} from '../../../../../../src/gateway/parts/portal/pages/applications/expiry-choices.ts'

test('without a limit a secret can be valid for ever', (t) => {
  t.deepEqual(
    buildExpiryChoices(0).map(([days]) => days),
    ['', '30', '90', '180', '365'],
  )
})

test('with a limit the longest life is the first choice, and no longer one is offered', (t) => {
  t.deepEqual(buildExpiryChoices(100), [
    ['', 'After 100 days'],
    ['90', 'After 90 days'],
    ['30', 'After 30 days'],
  ])
  t.deepEqual(buildExpiryChoices(1), [['', 'After a day']])
})

test('a choice becomes a time of the request', (t) => {
  t.deepEqual(renderSecretExpiry('', 0), {})
  t.deepEqual(renderSecretExpiry('30', 0), { secretExpiresAt: '1970-01-31T00:00:00.000Z' })
})

test('a secret is shown with a warning from 14 days before its expiry', (t) => {
  const day = 86_400_000
  const at = '1970-02-01T00:00:00.000Z'
  t.is(findExpiryState(undefined, 0), 'none')
  t.is(findExpiryState(at, 31 * day - 14 * day - 1), 'valid')
  t.is(findExpiryState(at, 31 * day - 14 * day), 'soon')
  t.is(findExpiryState(at, 31 * day), 'expired')
})
