import test from 'ava'
import type { TokenVerificationResult } from '../../../../src/gateway/contract/access/access-token.ts'
import { accessToken, oauth } from '../_support/documents.ts'
import {
  basic,
  basicChallenge,
  firstLine,
  idInHeader,
  idInQuery,
  keys,
  login,
  protectedBy,
  secretInHeader,
  staffBasic,
  wrongKey,
} from '../_support/protected.ts'

const invalidToken =
  'Bearer realm="acme/sandbox", error="invalid_token", error_description="The access token is invalid, expired or revoked"'

/** The place of the security requirement with this index, as call records contain it. */
const placeOf = (index: number) => `apis/customers.yaml:${firstLine + index}`

/** The bearer token `TEXT` has the scopes `TEXT` and belongs to the application `shop`. */
const verifyToken =
  () =>
  (text: string): TokenVerificationResult =>
    accessToken('shop', { subject: 'anna', scopes: new Set([text]) })

test('any alternative may hold, and the error is that of the credentials which were sent', async (t) => {
  const call = await protectedBy(t, [[oauth], [idInHeader], [basic]])
  t.like(await call('', { 'x-ibm-client-id': 'shop' }), { status: 200 })
  t.like(await call('', login('alice', 'wonderland')), { status: 200 })
  t.like(await call('', { ...login('alice', 'guess'), 'x-ibm-client-id': 'shop' }), { status: 200 })
  t.like(await call('', { 'x-ibm-client-id': 'nobody' }), { ...wrongKey, challenge: null })
  t.like(await call('', { authorization: 'Bearer old' }), { status: 401, challenge: invalidToken })
  t.like(await call('', login('alice', 'guess')), { status: 401, challenge: basicChallenge })
})

test('without credentials the error has every challenge and the place of the first alternative', async (t) => {
  const call = await protectedBy(t, [[oauth], [idInHeader], [basic]])
  const { status, challenge, record } = await call()
  t.is(status, 401)
  t.is(challenge, `Bearer realm="acme/sandbox", ${basicChallenge}`)
  t.like(record, { reason: 'token_missing', place: placeOf(0) })
})

test('the order of the alternatives does not matter for the error', async (t) => {
  const call = await protectedBy(t, [[basic], [oauth]])
  t.like(await call('', { authorization: 'Bearer old' }), { status: 401, challenge: invalidToken })
  t.like(await call('', { authorization: 'bearer' }), { status: 401, challenge: invalidToken })
  t.like(await call('', { authorization: 'Basically x' }), {
    status: 401,
    challenge: `${basicChallenge}, Bearer realm="acme/sandbox"`,
  })
})

test('the error is that of the alternative of which most credentials were sent', async (t) => {
  const call = await protectedBy(t, [[idInHeader, basic], [idInHeader]])
  const some = await call('', { 'x-ibm-client-id': 'stranger' })
  t.like(some.record, { status: 403, reason: 'not_subscribed', place: placeOf(1) })
  const all = await call('', { ...login('alice', 'wonderland'), 'x-ibm-client-id': 'stranger' })
  t.like(all.record, { status: 403, reason: 'not_subscribed', place: placeOf(0) })
})

test('client ids in header and query: a wrong one decides, two right ones are too many', async (t) => {
  const call = await protectedBy(t, [[idInHeader], [idInQuery]])
  t.like(await call('?client_id=shop'), { status: 200 })
  t.like(await call('', { 'x-ibm-client-id': 'shop' }), { status: 200 })
  t.like(await call('?client_id=nobody', { 'x-ibm-client-id': 'shop' }), wrongKey)
  const several = await call('?client_id=shop', { 'x-ibm-client-id': 'shop' })
  t.like(several, { status: 403, text: 'Multiple Client-ids found' })
  t.like(several.record, { reason: 'clients_several', place: placeOf(0) })
})

test('one client id for two alternatives is one client id', async (t) => {
  const call = await protectedBy(t, [
    [idInHeader, secretInHeader],
    [idInHeader, basic],
  ])
  t.like(await call('', keys('shop', 'shop-secret')), { status: 200 })
  t.like(await call('', { ...login('alice', 'wonderland'), 'x-ibm-client-id': 'shop' }), { status: 200 })
})

test('an alternative that failed leaves neither its application nor its plan', async (t) => {
  const call = await protectedBy(t, [[idInHeader, staffBasic], [basic]])
  const { status, limit, record } = await call('', { ...login('alice', 'wonderland'), 'x-ibm-client-id': 'shop' })
  t.is(status, 200)
  t.is(limit, null)
  t.like(record, { client: undefined, user: 'cn=alice', detail: undefined })
})

test('the record of a rejected call describes the alternative whose error the caller gets', async (t) => {
  const call = await protectedBy(t, [[idInHeader, secretInHeader, staffBasic], [basic], [idInHeader, basic]])
  const headers = { ...keys('shop', 'shop-secret'), ...login('outage', 'x') }
  const { status, record } = await call('', headers)
  t.is(status, 401)
  t.like(record, {
    reason: 'user_wrong',
    place: placeOf(0),
    detail: undefined,
    user: undefined,
    client: { clientId: 'shop' },
    evidence: { client: { clientId: 'shop' }, entitlement: { plan: { name: 'gold' } } },
  })
})

test('the record of a rejected call has nothing of other alternatives', async (t) => {
  const call = await protectedBy(t, [[basic], [idInHeader, secretInHeader]])
  const headers = { ...keys('shop', 'guess'), ...login('outage', 'x') }
  t.like((await call('', headers)).record, {
    status: 503,
    reason: 'registry_unavailable',
    place: placeOf(0),
    detail: 'the registry does not answer',
    client: undefined,
    evidence: { client: undefined, entitlement: undefined },
  })
})

test('an alternative that holds leaves no reason of one that failed', async (t) => {
  const call = await protectedBy(t, [[basic], [idInHeader]])
  const { status, record } = await call('', { ...login('outage', 'x'), 'x-ibm-client-id': 'shop' })
  t.is(status, 200)
  t.like(record, { reason: undefined, detail: undefined, client: { clientId: 'shop' } })
})

test('an alternative that failed leaves no token', async (t) => {
  const call = await protectedBy(t, [[oauth], [idInHeader]], { verifyToken })
  const headers = { 'x-ibm-client-id': 'shop' }
  t.like((await call('', { ...headers, authorization: 'Bearer customer' })).record, { user: 'anna' })
  t.like(await call('', { ...headers, authorization: 'Bearer other' }), {
    status: 200,
    limit: 'name=default,1000;',
    record: { user: undefined, client: { clientId: 'shop' } },
  })
})

test('an alternative that failed leaves no user', async (t) => {
  const call = await protectedBy(t, [[basic, staffBasic], [idInHeader]])
  t.like(await call('', { ...login('alice', 'wonderland'), 'x-ibm-client-id': 'shop' }), {
    status: 200,
    record: { user: undefined, client: { clientId: 'shop' } },
  })
})

test('an empty alternative lets every call pass', async (t) => {
  t.like(await (await protectedBy(t, [[idInHeader], []]))(), { status: 200 })
  t.like(await (await protectedBy(t, [[], [idInHeader]]))(), { status: 200 })
})
