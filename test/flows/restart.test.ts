import test from 'ava'
import { caller, getToken, requestToken, type TokenAnswer } from '../_support/client.ts'
import { startProduct } from '../_support/product.ts'
import { sharedProduct } from '../_support/shared-product.ts'

/** Tokens name the address that issued them; the port behind it may be another one after a restart. */
const issuer = { SLUICE_BASE_URL: 'http://gateway.test' }

const product = sharedProduct(test, issuer)

for (const [title, end] of [
  ['stopped', 'stop'],
  ['killed', 'kill'],
] as const) {
  test.serial(`tokens, customers and persistent messages outlive a product that is ${title}`, async (t) => {
    const message = '/messaging/qmgr/QM1/queue/DEV.QUEUE.1/message'

    const tokens = await getToken(product.gateway)
    const put = await caller(`${product.gateway}/acme/sandbox/mq/v1`, tokens.access_token)('POST', message, 'kept', {
      'ibm-mq-md-persistence': 'persistent',
    })
    t.is(put.status, 201)
    const ended = await product[end]()
    if (end === 'stop') t.is(ended as number, 0)

    Object.assign(product, await startProduct(product.data, { ...issuer, SLUICE_CONFIG: product.folder }))
    const taken = await caller(`${product.gateway}/acme/sandbox/mq/v1`, tokens.access_token)('DELETE', message)
    t.deepEqual([taken.status, await taken.text()], [200, 'kept'])

    const refresh = () =>
      requestToken(product.gateway, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, scope: '' })
    const refreshed = await refresh()
    t.is(refreshed.status, 200)
    t.not(((await refreshed.json()) as TokenAnswer).refresh_token, tokens.refresh_token)
    t.is((await refresh()).status, 400)
  })
}
