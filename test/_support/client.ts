/** Calls as the README prints them. */

export const demo = {
  grant_type: 'password',
  client_id: 'sandbox-app',
  client_secret: 'sandbox-secret',
  username: 'alice',
  password: 'wonderland',
  scope: 'customer mq.put mq.get mq.browse mq.admin',
}

export interface TokenAnswer {
  token_type: string
  access_token: string
  scope: string
  expires_in: number
  consented_on: number
  refresh_token: string
  refresh_token_expires_in: number
}

export const tokenPath = '/acme/sandbox/customer-oauth/oauth2/token'

/** A token request with the demo application and user, unless the form says otherwise. */
export async function requestToken(
  gateway: string,
  form: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${gateway}${tokenPath}`, { method: 'POST', headers, body: new URLSearchParams({ ...demo, ...form }) })
}

export async function getToken(gateway: string, form: Record<string, string> = {}): Promise<TokenAnswer> {
  const answer = await requestToken(gateway, form)
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as TokenAnswer
}

/** Creates local queues through the gateway, which no other test uses. */
export async function createQueues(gateway: string, ...names: string[]): Promise<void> {
  const { access_token: token } = await getToken(gateway, { scope: 'mq.admin' })
  for (const name of names) {
    const { status } = await caller(`${gateway}/acme/sandbox/mq/v1`, token)('POST', '/admin/qmgr/QM1/queue', { name })
    if (status !== 201) throw new Error(`the queue ${name} was not created: ${status}`)
  }
}

/** Calls with a bearer token; a body that is no text is sent as JSON. */
export function caller(base: string, token: string) {
  return (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(`${base}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined
          ? {}
          : { 'content-type': typeof body === 'string' ? 'text/plain;charset=utf-8' : 'application/json' }),
        ...headers,
      },
      body: body === undefined || typeof body === 'string' ? (body ?? null) : JSON.stringify(body),
    })
}
