/** Makes a test of a call from the request and the response that the page has, for a `*.test.yaml` file. */
import { attempt } from '../../../../../shared/lib/collections/attempt.ts'
import { membersOf, parseJson } from '../../../../../shared/lib/collections/json-object.ts'
import { renderBlockYaml } from '../../../../lib/yaml/render-yaml.ts'
import type { ApiRequest } from './api-request.ts'
import type { ApiExchange } from './send-api-request.ts'

/** Longer bodies are left out: a test with them could not be read. */
const maxBodyLength = 64 * 1024

/** Returns the text of the file. The upstream of the test returns what the API returned; secrets are left out. */
export function renderExchangeTest({ request, status, headers, body, truncated }: ApiExchange): string {
  const { method, path, secrets } = request
  const url = new URL(path, 'http://gateway.example')
  for (const name of secrets) url.searchParams.delete(name)
  const isPublic = ([name]: readonly [string, string]) =>
    !secrets.some((each) => each.toLowerCase() === name.toLowerCase())
  const sent = request.headers.filter(isPublic)
  const type = headers.find(([name]) => name === 'content-type')?.[1]
  const received = truncated || body.length > maxBodyLength ? '' : new TextDecoder().decode(body)
  const target = `${url.pathname}${url.search}`
  const test = {
    name: `${method} ${url.pathname}: ${status}`,
    request: `${method} ${target}`,
    headers: sent.length > 0 ? Object.fromEntries(sent) : undefined,
    body: request.body ? parseBody(request.body) : undefined,
    ...readToken(request),
    upstreams: [
      {
        request: `${method} *`,
        status,
        headers: type === undefined ? undefined : { 'content-type': type },
        body: received !== '' ? parseBody(received) : undefined,
      },
    ],
    expect: { status },
  }
  return `${renderBlockYaml({ tests: [test] })}\n`
}

/** A body that is JSON is written as its value, which a reader can change. */
function parseBody(text: string): unknown {
  return parseJson(text) ?? text
}

/** Returns the member `token` of a call with an access token in the format of RFC 9068. */
function readToken({ headers }: ApiRequest) {
  const [, payload] =
    /^Bearer [^.]+\.([^.]+)\./.exec(headers.find(([name]) => name === 'Authorization')?.[1] ?? '') ?? []
  if (payload === undefined) return {}
  const bytes = attempt(() => atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) ?? ''
  const text = new TextDecoder().decode(Uint8Array.from(bytes, (each) => each.charCodeAt(0)))
  const { client_id: client, sub: user, scope = '' } = membersOf(parseJson(text))
  if (typeof client !== 'string') return {}
  const scopes = String(scope).split(' ').filter(Boolean)
  return { token: { client, user: typeof user === 'string' && user !== client ? user : undefined, scopes } }
}
