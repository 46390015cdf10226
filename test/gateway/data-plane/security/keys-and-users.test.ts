import test from 'ava'
import {
  basic,
  basicChallenge,
  idInHeader,
  idInQuery,
  keys,
  login,
  path,
  protectedBy,
  secretInHeader,
  secretInQuery,
  staffBasic,
  wrongKey,
} from '../_support/protected.ts'
import { exchangeRaw } from '../_support/servers.ts'

test('a client id in the header is accepted only if it is known and unique', async (t) => {
  const call = await protectedBy(t, [[idInHeader]])
  t.like(await call('', { 'x-ibm-client-id': 'shop' }), { status: 200 })
  t.like(await call(), wrongKey)
  t.like(await call('', { 'x-ibm-client-id': 'nobody' }), wrongKey)
  t.like(await call('?client_id=shop'), wrongKey)
  t.like(await call('?client_id=x', { 'x-ibm-client-id': 'shop' }), { status: 200 }, 'only the header counts')
  t.like(await call('', { 'x-ibm-client-id': 'stranger' }), { status: 403, text: 'Not registered to plan' })
  t.like(await call('', { 'x-ibm-client-id': 'asleep' }), { status: 403, text: 'The application is not enabled' })
})

test('a client id needs its right secret', async (t) => {
  const call = await protectedBy(t, [[secretInHeader, idInHeader]])
  t.like(await call('', keys('shop', 'shop-secret')), { status: 200 })
  t.like(await call('', keys('shop', 'guess')), wrongKey)
  t.like(await call('', { 'x-ibm-client-id': 'shop' }), wrongKey)
  t.like(await call('', keys('stranger', 'guess')), wrongKey, 'no word about subscriptions without a proof')
  t.like(await call('', keys('stranger', 'stranger-secret')), { status: 403 })
})

test('keys are not forwarded, and the rest of the query stays unchanged', async (t) => {
  const inHeader = await protectedBy(t, [[idInHeader, secretInHeader]])
  const { body } = await inHeader('', keys('shop', 'shop-secret'))
  t.is(body.headers['x-ibm-client-id'], undefined)
  t.is(body.headers['x-ibm-client-secret'], undefined)

  const inQuery = await protectedBy(t, [[idInQuery, secretInQuery]])
  const seen = await inQuery('?a=%7e&client_id=shop&b=1+2&client_secret=shop-secret&c')
  t.is(seen.status, 200)
  t.is(seen.body.url, '/customerdb/v1/customers?a=%7e&b=1+2&c')
  const alone = await inQuery('?client_id=shop&client_secret=shop-secret')
  t.is(alone.body.url, '/customerdb/v1/customers')
})

test('several values in one parameter are rejected, also when each is right', async (t) => {
  const call = await protectedBy(t, [[idInQuery, secretInQuery]])
  t.like(await call('?client_id=shop&client_secret=shop-secret'), { status: 200 })
  t.like(await call('?client_id=shop&client_id=shop&client_secret=shop-secret'), wrongKey)
  t.like(await call('?client_id=shop&client_secret=shop-secret&client_secret=shop-secret'), wrongKey)
  t.like(await call('?client_id=shop&client_secret=shop-secret&client_secret=guess'), wrongKey)
  t.like(await call('?client_id=shop&client_secret='), wrongKey)
})

test('several values in one header are rejected, also when each is right', async (t) => {
  const { gateway } = await protectedBy(t, [[idInHeader, secretInHeader]])
  const send = (...lines: string[]) =>
    exchangeRaw(
      gateway.port,
      [`GET ${path} HTTP/1.1`, 'Host: gateway', 'Connection: close', ...lines, '', ''].join('\r\n'),
    )
  const id = 'X-IBM-Client-Id: shop'
  const secret = 'X-IBM-Client-Secret: shop-secret'
  t.regex(await send(id, secret), /^HTTP\/1\.1 200 /)
  t.regex(await send(id, secret, secret), /^HTTP\/1\.1 401 /)
  t.regex(await send(id, secret, 'X-IBM-Client-Secret: guess'), /^HTTP\/1\.1 401 /)
  t.regex(await send(id, id, secret), /^HTTP\/1\.1 401 /)
})

test('a call without a secret does not count as a failed attempt', async (t) => {
  const call = await protectedBy(t, [[idInHeader, secretInHeader]])
  for (let number = 0; number < 30; number += 1) t.like(await call('', { 'x-ibm-client-id': 'shop' }), wrongKey)
  t.like(await call('', keys('shop', 'shop-secret')), { status: 200 })
})

test('a secret without a client id is rejected', async (t) => {
  const call = await protectedBy(t, [[secretInHeader]])
  t.like(await call('', keys('shop', 'shop-secret')), wrongKey)
  t.like(await call(), wrongKey)
})

test('keys are verified before users', async (t) => {
  const call = await protectedBy(t, [[basic, idInHeader]])
  t.like(await call(), { ...wrongKey, challenge: null })
  t.like(await call('', login('alice', 'guess')), { ...wrongKey, challenge: null })
  t.like(await call('', { ...login('alice', 'wonderland'), 'x-ibm-client-id': 'stranger' }), { status: 403 })
  t.like(await call('', { ...login('alice', 'wonderland'), 'x-ibm-client-id': 'shop' }), { status: 200 })
})

test('client id and secret in different places are an error of the document', async (t) => {
  await t.throwsAsync(() => protectedBy(t, [[idInHeader, secretInQuery]]), {
    message: /must both be in the header or both in the query/,
  })
})

test('user name and password are verified by the registry', async (t) => {
  const call = await protectedBy(t, [[basic]])
  const challenge = basicChallenge
  const allowed = await call('', login('alice', 'wonderland'))
  t.is(allowed.status, 200)
  t.is(allowed.record.user, 'cn=alice')
  t.is(allowed.body.headers.authorization, undefined)
  t.like(await call(), { status: 401, challenge })
  t.like(await call('', login('alice', 'guess')), { status: 401, challenge })
  t.like(await call('', { authorization: 'Basic !' }), { status: 401, challenge })
  const unavailable = await call('', login('outage', 'x'))
  t.like(unavailable, { status: 503, challenge: null })
  t.is(unavailable.record.detail, 'the registry does not answer')
})

test('every definition of an alternative must pass', async (t) => {
  const call = await protectedBy(t, [[basic, staffBasic]])
  t.like(await call('', login('alice', 'wonderland')), { status: 401, challenge: basicChallenge })
})
