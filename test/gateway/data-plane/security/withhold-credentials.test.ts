import test from 'ava'
import type { SecurityDefinition } from '../../../../src/gateway/config/types/index.ts'
import type { TokenVerificationResult } from '../../../../src/gateway/contract/access/access-token.ts'
import { accessToken, oauth } from '../_support/documents.ts'
import {
  basic,
  definition,
  idInHeader,
  idInQuery,
  keys,
  login,
  protectedBy,
  secretInHeader,
  secretInQuery,
} from '../_support/protected.ts'

/** Tokens of the provider begin with `own`; those that end in `late` are looked up with a promise. */
const verifyToken = () => (text: string) => {
  const result: TokenVerificationResult = /^own/.test(text)
    ? accessToken('shop', { subject: 'anna', scopes: new Set(['customer']) })
    : { refused: 'client_id_missing', reason: 'not one of ours' }
  return text.endsWith('late') ? Promise.resolve(result) : result
}

const partnerKey = definition('partner', 'apiKey', { in: 'header', name: 'X-Partner-Key', 'x-key-type': 'client_id' })
const partnerSecret = definition('partner-secret', 'apiKey', {
  in: 'header',
  name: 'X-Partner-Secret',
  'x-key-type': 'client_secret',
})
const codeInQuery = definition('code', 'apiKey', { in: 'query', name: 'api code', 'x-key-type': 'client_id' })

interface Sent {
  query?: string
  headers?: Record<string, string>
}

/** The shapes of security that an operation can have, and what opens it. */
const shapes: Readonly<Record<string, { alternatives: readonly (readonly SecurityDefinition[])[]; opens?: Sent }>> = {
  'no security': { alternatives: [] },
  'optional token': { alternatives: [[], [oauth]] },
  'optional key, written last': { alternatives: [[idInHeader], []] },
  'optional Basic or token': { alternatives: [[basic], [oauth], []] },
  token: { alternatives: [[oauth]], opens: { headers: { authorization: 'Bearer own-0' } } },
  'key in the header': { alternatives: [[idInHeader]], opens: { headers: { 'x-ibm-client-id': 'shop' } } },
  'key and secret in the header': {
    alternatives: [[idInHeader, secretInHeader]],
    opens: { headers: keys('shop', 'shop-secret') },
  },
  'key and secret in the query': {
    alternatives: [[idInQuery, secretInQuery]],
    opens: { query: 'client_id=shop&client_secret=shop-secret' },
  },
  'keys of other names': {
    alternatives: [[partnerKey, partnerSecret]],
    opens: { headers: { 'x-partner-key': 'shop', 'x-partner-secret': 'shop-secret' } },
  },
  'key with a blank in its name': { alternatives: [[codeInQuery]], opens: { query: 'api+code=shop' } },
  'user and key': {
    alternatives: [[basic, idInHeader]],
    opens: { headers: { ...login('alice', 'wonderland'), 'x-ibm-client-id': 'shop' } },
  },
  'token or key': { alternatives: [[oauth], [idInHeader]], opens: { headers: { 'x-ibm-client-id': 'shop' } } },
}

/** Credentials that a caller may send, and the texts of them that the upstream must not see. */
const credentials: Readonly<Record<string, Sent & { secrets: string[] }>> = {
  'a token': { headers: { authorization: 'Bearer own-1' }, secrets: ['own-1'] },
  'a token that is looked up': { headers: { authorization: 'bearer own-late' }, secrets: ['own-late'] },
  'a DPoP token': { headers: { authorization: 'DPoP own-2' }, secrets: ['own-2'] },
  'keys in headers': { headers: keys('shop', 'shop-secret'), secrets: ['shop'] },
  'a key in the header, with a token': {
    headers: { authorization: 'Bearer own-3', 'x-ibm-client-id': 'shop' },
    secrets: ['shop', 'own-3'],
  },
  'keys in the query': { query: 'client_id=shop&page=2&client_secret=shop-secret', secrets: ['shop'] },
  'encoded names in the query': { query: 'client%5Fid=shop&%63lient_secret=shop-secret', secrets: ['shop'] },
  'a token in the query': { query: 'access_token=own-4&x=1', secrets: ['own-4'] },
  'a token in the query that is looked up': { query: 'x=1&access_token=own-late', secrets: ['own-late'] },
}

for (const [shape, { alternatives, opens = {} }] of Object.entries(shapes))
  test(`${shape}: no credential of the catalog reaches the upstream`, async (t) => {
    const call = await protectedBy(t, alternatives, { verifyToken })
    for (const [sent, { query, headers, secrets }] of Object.entries(credentials)) {
      const search = ['keep=1', opens.query, query].filter((each) => each !== undefined).join('&')
      const { status, body } = await call(`?${search}`, { ...opens.headers, ...headers, ...opens.headers })
      if (status !== 200) continue // credentials that do not fit together
      const received = decodeURIComponent(`${body.url} ${JSON.stringify(body.headers)}`)
      for (const secret of [...secrets, 'shop', 'wonderland', 'own-0'])
        t.false(received.includes(secret), `${sent}: ${received}`)
      t.true(body.url.includes('keep=1'))
      if (query?.includes('page=2')) t.true(body.url.includes('page=2'))
    }
    t.is((await call(opens.query && `?${opens.query}`, opens.headers)).status, 200)
  })

test('the places of the API are withheld also where an operation does not read them', async (t) => {
  const call = await protectedBy(t, [[partnerKey, partnerSecret], [basic], []], { verifyToken })
  const signedIn = await call('', login('alice', 'wonderland'))
  t.is(signedIn.status, 200)
  t.is(signedIn.body.headers['authorization'], undefined)
  const withKey = await call('', { 'x-partner-key': 'shop', 'x-partner-secret': 'shop-secret' })
  t.is(withKey.status, 200)
  t.is(withKey.body.headers['x-partner-key'], undefined)
  t.is(withKey.body.headers['x-partner-secret'], undefined)
})

test('credentials of others go to the upstream of an operation without security', async (t) => {
  const call = await protectedBy(t, [], { verifyToken })
  const { body } = await call('?client_id=elsewhere&access_token=theirs', { authorization: 'Bearer theirs' })
  t.true(body.url.endsWith('?client_id=elsewhere&access_token=theirs'))
  t.is(body.headers['authorization'], 'Bearer theirs')
  t.is((await call('', login('anna', 'theirs'))).body.headers['authorization'], login('anna', 'theirs').authorization)
})

test('optional security uses the credentials that are sent, and rejects wrong ones', async (t) => {
  const call = await protectedBy(t, [[], [oauth], [idInHeader]], { verifyToken })
  const open = await call()
  t.like(open, { status: 200, limit: null })
  t.is(open.record.client, undefined)
  const known = await call('', { authorization: 'Bearer own-5' })
  t.like(known, { status: 200, limit: 'name=default,1000;' })
  t.is(known.record.client?.clientId, 'shop')
  t.like(await call('', { 'x-ibm-client-id': 'shop' }), { status: 200, limit: 'name=default,1000;' })
  t.like(await call('', { authorization: 'Bearer theirs' }), { status: 401 })
  t.like(await call('', { 'x-ibm-client-id': 'nobody' }), { status: 401 })
})
