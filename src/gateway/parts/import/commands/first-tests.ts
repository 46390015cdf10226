/** The first tests of an API, for `sluice init` and `sluice import`: one call, and the same call without credentials. */
import type { Api } from '../../../config/index.ts'
import { renderBlockYaml } from '../../../lib/yaml/render-yaml.ts'
import { type ExampleCall, readKey } from './example-call.ts'

export interface FirstTestsOptions {
  api: Api
  call: ExampleCall
  /** The path of the catalog. */
  catalog: string
  /** A client that is subscribed to the API; without one, there is no test of a call that is served. */
  clientId: string | undefined
  user: string
}

/** Returns the text of the test file; undefined when a test would need a secret, such as a password, or a client. */
export function renderFirstTests({ api, call, catalog, clientId, user }: FirstTestsOptions): string | undefined {
  const schemes = call.requirement?.all ?? []
  const keys = schemes.map(({ definition }) => readKey(definition.settings)).filter((key) => key !== undefined)
  const tokens = schemes.filter(({ definition }) => definition.type === 'oauth2')
  const isSecret = keys.some((key) => key['x-key-type'] === 'client_secret')
  if (isSecret || keys.length + tokens.length < schemes.length) return undefined

  const query = keys.flatMap(({ in: place, name }) =>
    place === 'query' ? [`${encodeURIComponent(name)}=${clientId ?? ''}`] : [],
  )
  const given = keys.flatMap(({ in: place, name }) => (place === 'header' ? [[name, clientId ?? ''] as const] : []))
  const target = `${catalog}${api.basePath === '/' ? '' : api.basePath}${call.target}`
  const request = [target, ...query].reduce((url, each) => `${url}${url.includes('?') ? '&' : '?'}${each}`)
  const scopes = tokens.flatMap((each) => each.scopes)
  const headers = Object.fromEntries([...call.headers, ...given])
  const name = `${call.method} ${call.template}`
  const served = clientId !== undefined && {
    name: `${name} reaches the upstream`,
    request: `${call.method} ${request}`,
    headers: Object.keys(headers).length > 0 ? headers : undefined,
    body: call.body,
    token: tokens.length > 0 ? { client: clientId, user, scopes } : undefined,
    expect: { reason: 'served', upstream: `${call.method} *` },
  }
  const refused = {
    name: `${name} without credentials is refused`,
    request: `${call.method} ${target}`,
    expect: { status: 401, upstream: 'none' },
  }
  const tests = [served, !call.isOpen && refused].filter((each) => each !== false)
  if (tests.length === 0) return undefined
  return `# yaml-language-server: $schema=../schemas/test.json\n# "sluice test" runs these tests, without network.\n${renderBlockYaml({ tests })}\n`
}
