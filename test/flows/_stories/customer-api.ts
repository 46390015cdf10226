import type { TestFn } from 'ava'
import { caller, getToken, requestToken } from '../../_support/client.ts'
import type { SharedProduct } from '../../_support/shared-product.ts'

/** The same stories for products that are started in different ways. */
export function customerApiStories(test: TestFn, product: SharedProduct): void {
  test('the token answer has the seven members, in their order', async (t) => {
    const answer = await requestToken(product.gateway, { scope: 'customer' })

    t.is(answer.status, 200)
    t.is(answer.headers.get('cache-control'), 'no-store')
    t.is(answer.headers.get('pragma'), 'no-cache')
    const body = (await answer.json()) as Record<string, unknown>
    t.deepEqual(Object.keys(body), [
      'token_type',
      'access_token',
      'scope',
      'expires_in',
      'consented_on',
      'refresh_token',
      'refresh_token_expires_in',
    ])
    t.like(body, { token_type: 'Bearer', scope: 'customer', expires_in: 3600, refresh_token_expires_in: 2_682_000 })
  })

  test('a token opens the five operations of the customer API', async (t) => {
    const { access_token } = await getToken(product.gateway)
    const call = caller(`${product.gateway}/acme/sandbox/customerdb/v1`, access_token)

    const all = (await (await call('GET', '/customers')).json()) as { id: number; firstname: string }[]
    t.is(all.length >= 8, true)
    t.like(all[0], { id: 1, firstname: 'Denis' })

    const added = await call('POST', '/customers', { firstname: 'Ada', lastname: 'Lovelace', address: '9 The Street' })
    t.is(added.status, 200)
    const id = Number(/\d+/.exec(((await added.json()) as { message: string }).message)?.[0])

    t.like(await (await call('GET', `/customers/${id}`)).json(), { id, lastname: 'Lovelace' })
    const changed = { firstname: 'Ada', lastname: 'King', address: '9 The Street' }
    t.is((await call('PUT', `/customers/${id}`, changed)).status, 200)
    t.like(await (await call('GET', `/customers/${id}`)).json(), { id, lastname: 'King' })
    t.is((await call('DELETE', `/customers/${id}`)).status, 200)
    t.is((await call('GET', `/customers/${id}`)).status, 404)
  })

  test('a query reaches the backend', async (t) => {
    const { access_token } = await getToken(product.gateway)
    const call = caller(`${product.gateway}/acme/sandbox/customerdb/v1`, access_token)
    t.is(((await (await call('GET', '/customers?max=3')).json()) as unknown[]).length, 3)
  })

  for (const [title, alter, status, text] of [
    ['no token', () => undefined, 401, 'Cannot pass the security checks'],
    ['an altered start', (token: string) => `x${token.slice(1)}`, 401, 'Client id missing'],
    [
      'an altered middle',
      (token: string) => replaceAt(token, token.indexOf('.') + 9),
      401,
      'Cannot pass the security checks',
    ],
    ['an altered end', (token: string) => replaceAt(token, token.length - 1), 401, 'Cannot pass the security checks'],
  ] as const) {
    test(`${title} is refused with ${status} and "${text}"`, async (t) => {
      const { access_token } = await getToken(product.gateway)
      const token = alter(access_token)
      const answer = await fetch(`${product.gateway}/acme/sandbox/customerdb/v1/customers`, {
        headers: token ? { authorization: `Bearer ${token}` } : {},
      })

      t.is(answer.status, status)
      t.regex(answer.headers.get('www-authenticate') ?? '', /^Bearer realm="/)
      const body = (await answer.json()) as Record<string, string>
      t.like(body, { httpCode: '401', httpMessage: 'Unauthorized' })
      t.true(body.moreInformation?.startsWith(text))
      t.truthy(answer.headers.get('x-request-id'))
    })
  }

  test('the challenge of a call without a token leads to the provider of the API', async (t) => {
    const answer = await fetch(`${product.gateway}/acme/sandbox/customerdb/v1/customers`)
    const [, metadata = ''] = /resource_metadata="([^"]+)"/.exec(answer.headers.get('www-authenticate') ?? '') ?? []
    t.is(new URL(metadata).pathname, '/.well-known/oauth-protected-resource/acme/sandbox/customerdb/v1')
    const document = (await (await fetch(product.gateway + new URL(metadata).pathname)).json()) as object
    t.like(document, { scopes_supported: ['customer'], bearer_methods_supported: ['header'] })
  })

  test('a token without the scope is refused with 403', async (t) => {
    const { access_token } = await getToken(product.gateway, { scope: 'mq.browse' })
    const call = caller(`${product.gateway}/acme/sandbox/customerdb/v1`, access_token)
    const answer = await call('GET', '/customers')
    t.is(answer.status, 403)
    t.regex(answer.headers.get('www-authenticate') ?? '', /error="insufficient_scope", .*scope="customer"/)
  })

  for (const [path, method, status] of [
    ['/acme/sandbox/nowhere', 'GET', 404],
    ['/acme/sandbox/customerdb/v1/nothing', 'GET', 404],
    ['/acme/sandbox/customerdb/v1/customers', 'PATCH', 405],
  ] as const) {
    test(`${method} ${path} is answered with ${status} before any token is looked at`, async (t) => {
      const answer = await fetch(`${product.gateway}${path}`, { method })
      t.is(answer.status, status)
      t.is(((await answer.json()) as { httpCode: string }).httpCode, String(status))
    })
  }

  for (const [title, form, status, error] of [
    ['a wrong password', { password: 'guess' }, 400, 'invalid_grant'],
    ['an unknown user', { username: 'mallory' }, 400, 'invalid_grant'],
    ['a wrong client secret', { client_secret: 'guess' }, 401, 'invalid_client'],
    ['a scope that does not exist', { scope: 'everything' }, 400, 'invalid_scope'],
    ['a grant that is not enabled', { grant_type: 'client_credentials' }, 400, 'unsupported_grant_type'],
  ] as const) {
    test(`the token endpoint responds to ${title} with ${status} ${error}`, async (t) => {
      const answer = await requestToken(product.gateway, form)
      t.is(answer.status, status)
      t.is(((await answer.json()) as { error: string }).error, error)
    })
  }

  function replaceAt(text: string, index: number): string {
    const other = text[index] === 'A' ? 'B' : 'A'
    return text.slice(0, index) + other + text.slice(index + 1)
  }
}
