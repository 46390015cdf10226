/** Operations that demand authorization details of tokens, over HTTP: RFC 9396. */
import test from 'ava'
import { openConsumers } from '../../../../src/gateway/consumers/index.ts'
import type { GatewayError } from '../../../../src/gateway/data-plane/errors/gateway-errors.ts'
import { buildDetailCheck } from '../../../../src/gateway/data-plane/security/detail-demands.ts'
import {
  accessToken,
  api,
  application,
  catalog,
  config,
  goldSubscription,
  location,
  oauth,
  operation,
  shopProduct,
} from '../_support/documents.ts'
import { securedCall } from '../_support/secured-call.ts'
import { startBackend, startGateway } from '../_support/servers.ts'

const authorizationDetails = {
  demands: [{ type: 'payment', actions: ['pay'], identifier: 'account' }],
  location: { ...location, line: 40 },
}

const tokens: Record<string, object[] | undefined> = {
  right: [{ type: 'payment', actions: ['read', 'pay'], identifier: 'DE 02' }],
  other: [{ type: 'payment', actions: ['pay'], identifier: 'DE99' }],
  weak: [{ type: 'payment', actions: ['read'], identifier: 'DE 02' }],
  none: undefined,
}

test('a call passes with a detail for its account, and else the challenge names the one to ask for', async (t) => {
  const backend = await startBackend((_, response) => response.end('paid'))
  const security = [{ all: [{ definition: oauth, scopes: [] }], location }]
  const pay = operation('POST', '/accounts/{account}/payments', { security, authorizationDetails })
  const applications = [application('shop', { subscriptions: [goldSubscription] })]
  const gateway = await startGateway(config(catalog([api(backend.url, { operations: [pay] })])), {
    baseUrl: 'https://gateway.test',
    consumers: () => openConsumers({ applications, products: [shopProduct] }),
    verifyToken: () => (text: string) => {
      const details = tokens[text]
      return accessToken('shop', details ? { authorizationDetails: details } : {})
    },
  })
  const call = (token: string) =>
    fetch(`${gateway.url}/acme/sandbox/customerdb/v1/accounts/DE%2002/payments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
  try {
    t.is(await (await call('right')).text(), 'paid')
    for (const token of ['other', 'weak', 'none']) {
      const answer = await call(token)
      t.is(answer.status, 403, token)
      const challenge = String(answer.headers.get('www-authenticate'))
      t.regex(challenge, /^Bearer realm="acme\/sandbox", error="insufficient_authorization_details"/)
      const [, quoted = ''] = /authorization_details="((?:[^"\\]|\\.)*)"/.exec(challenge) ?? []
      const asked = [{ type: 'payment', actions: ['pay'], identifier: 'DE 02' }]
      t.deepEqual(JSON.parse(quoted.replaceAll(/\\(.)/g, '$1')), asked)
      t.regex(challenge, /resource_metadata="https:\/\/gateway\.test\//)
      t.regex(await answer.text(), /lacks authorization details/)
    }
  } finally {
    await gateway.close()
    await backend.close()
  }
})

test('a challenge has characters of a header only, whatever the path names', (t) => {
  const check = buildDetailCheck(authorizationDetails, { catalog: catalog([]), api: api(''), deps: {} } as never)
  const call = securedCall()
  Object.assign(call.route, {
    parameters: [encodeURIComponent('ä"\\€')],
    requireEndpoint: () => ({ parameterNames: ['account'] }),
  })
  const challenge = String((check(call) as GatewayError).headers[1])
  t.regex(challenge, /^[\x20-\x7e]+$/)
  const [, quoted = ''] = /authorization_details="((?:[^"\\]|\\.)*)"/.exec(challenge) ?? []
  t.is(JSON.parse(quoted.replaceAll(/\\(.)/g, '$1'))[0].identifier, 'ä"\\€')
  t.regex(String(call.outcome.detail), /lacks the authorization details payment/)
})
