/** `sluice token get`: requests a token from the running gateway as an application does. */
import { readPasswords } from '../../../shared/cli/common/read-password.ts'
import { definedMembers } from '../../../shared/lib/collections/defined-members.ts'
import { didYouMean } from '../../../shared/lib/output/suggest.ts'
import { noGatewayError, queryRunningGateway } from '../../cli/common/query-gateway.ts'
import type { TokenEndpoint } from '../../runtime/gateway/index.ts'

export interface GetTokenOptions {
  clientId: string
  /** The user of the password grant; without one the client credentials grant is used. */
  user: string | undefined
  scope: string | undefined
  /** The name of the provider; may be left out when there is only one. */
  provider: string | undefined
  /** Redeems a refresh token. */
  refresh: boolean
  /** Whether the client has no secret. */
  isPublic: boolean
  json: boolean
  dataFolder: string
  write(text: string): void
  /** Reads the secrets; by default from the terminal or standard input. */
  ask?: (questions: readonly string[]) => Promise<string[]>
}

/** Prints the token, or with `--json` the whole response. Returns the exit status. */
export async function getToken(options: GetTokenOptions): Promise<number> {
  const { dataFolder, provider, json, write } = options
  const endpoints = await queryRunningGateway(dataFolder, 'providers', {})
  if (!endpoints) throw noGatewayError(dataFolder)

  const { url } = choose(endpoints, provider)
  const response = await fetch(url, { method: 'POST', body: await buildForm(options) })
  const body = (await response.json()) as Record<string, unknown>
  if (!response.ok) throw buildError(response, body)
  write(json ? `${JSON.stringify(body, null, 2)}\n` : `${body.access_token}\n`)
  return 0
}

function choose(endpoints: readonly TokenEndpoint[], provider: string | undefined): TokenEndpoint {
  const found = endpoints.filter((each) => provider === undefined || spellName(each, provider) === provider)
  if (found.length === 1) return found[0] as TokenEndpoint

  const names = endpoints.map((each) => `${each.catalog}/${each.provider}`)
  if (names.length === 0) throw new Error('no catalog of the gateway enables an OAuth provider')
  if (provider === undefined || found.length > 1)
    throw new Error(`there is more than one provider: name one of ${names.join(', ')} with --provider`)
  throw new Error(
    `there is no provider "${provider}"${didYouMean(provider, names) || `; there are ${names.join(', ')}`}`,
  )
}

/** A provider may be named with its catalog, `acme/sandbox/customer-oauth`. */
function spellName({ provider, catalog }: TokenEndpoint, like: string): string {
  return like.includes('/') ? `${catalog}/${provider}` : provider
}

async function buildForm({ clientId, user, scope, refresh, isPublic, ask = readPasswords }: GetTokenOptions) {
  const questions = definedMembers({
    client_secret: isPublic ? undefined : `Secret of ${clientId}`,
    password: user === undefined ? undefined : `Password of ${user}`,
    refresh_token: refresh ? 'Refresh token' : undefined,
  })
  const secrets = await ask(Object.values(questions))
  return new URLSearchParams({
    grant_type: refresh ? 'refresh_token' : user === undefined ? 'client_credentials' : 'password',
    client_id: clientId,
    ...definedMembers({ username: user, scope }),
    ...Object.fromEntries(Object.keys(questions).map((name, index) => [name, secrets[index] ?? ''])),
  })
}

function buildError(response: Response, { error, error_description: description }: Record<string, unknown>): Error {
  const id = response.headers.get('x-request-id')
  return new Error(`${response.status} ${error}: ${description}${id ? `\nmore about it: sluice why ${id}` : ''}`)
}
