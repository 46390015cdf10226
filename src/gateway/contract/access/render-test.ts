/** Makes a test of a call, for a file beside the documents. */
import { renderBlockYaml } from '../../lib/yaml/render-yaml.ts'
import type { KeptCall } from './explanation.ts'

/** Returns the text of a `*.test.yaml` file. Throws for a call that a test cannot repeat, because it needs what is not kept. */
export function renderTest(call: KeptCall): string {
  const { method, path, status, reason, clientId, user, scopes, credentials } = call
  if (!credentials) throw new Error('a test is made of calls of APIs only')
  if (credentials.includes('basic')) throw new Error('the password of the call is not kept: write the test by hand')
  if (credentials.includes('certificate')) throw new Error('a test has no client certificate: try the API over TLS')
  const keys = credentials.filter((each) => typeof each === 'object')
  const query = keys.filter((each) => each.in === 'query').map(({ name }) => `${encodeURIComponent(name)}=${clientId}`)
  const headers = Object.fromEntries(
    keys.filter((each) => each.in === 'header').map(({ name }) => [name, clientId ?? 'unknown']),
  )
  const isServed = reason === 'served'
  const test = {
    name: `${method} ${path} ${isServed ? 'is served' : `is rejected: ${reason}`}`,
    request: `${method} ${path}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    headers: Object.keys(headers).length > 0 ? headers : undefined,
    token:
      scopes && clientId !== undefined ? { client: clientId, user: user || undefined, scopes: [...scopes] } : undefined,
    expect: isServed ? { reason } : { status, reason, upstream: 'none' },
  }
  return `${renderBlockYaml({ tests: [test] })}\n`
}
