import test from 'ava'
import { accessToken, oauth } from '../_support/documents.ts'
import { definition, idInHeader, protectedBy } from '../_support/protected.ts'

/** A token is the name of its client. */
const verifyToken = () => (token: string) => accessToken(token, { scopes: new Set(['customer']) })

const text = 'The credentials of the request belong to different applications'

for (const [title, requirement] of [
  ['key and token', [idInHeader, oauth]],
  ['token and key', [oauth, idInHeader]],
] as const) {
  test(`a requirement of ${title} demands both of one application`, async (t) => {
    const call = await protectedBy(t, [requirement], { verifyToken })
    const send = (key: string, token: string) => call('', { 'x-ibm-client-id': key, authorization: `Bearer ${token}` })
    t.like(await send('shop', 'shop'), { status: 200 })
    t.like(await send('shop', 'stranger'), { status: 403, text })
    const { record, ...response } = await send('stranger', 'shop')
    t.like(response, { status: 403, text })
    t.like(record, { reason: 'clients_several', detail: 'credentials of the applications "stranger" and "shop"' })
  })
}

test('a requirement of two keys demands both of one application', async (t) => {
  const other = definition('other', 'apiKey', { in: 'header', name: 'X-Shop', 'x-key-type': 'client_id' })
  const call = await protectedBy(t, [[idInHeader, other]])
  t.like(await call('', { 'x-ibm-client-id': 'shop', 'x-shop': 'shop' }), { status: 200 })
  t.like(await call('', { 'x-ibm-client-id': 'stranger', 'x-shop': 'shop' }), { status: 403, text })
})
