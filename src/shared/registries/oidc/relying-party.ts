/**
 * Signs users in at another provider: the authorization code flow of OpenID Connect with PKCE, state and nonce, by
 * openid-client. OpenID Connect Core section 3.1, RFC 7636, RFC 9207.
 *
 * The library is loaded, and the provider asked for its metadata, at the first sign-in.
 */
import type { Configuration, CustomFetch, CustomFetchOptions, ServerMetadata } from 'openid-client'
import { definedMembers } from '../../lib/collections/defined-members.ts'
import { getOrCreate } from '../../lib/collections/get-or-create.ts'
import { requireJsonLimits } from '../../lib/collections/json-object.ts'
import type { TlsConnectOptions } from '../../lib/files/tls-files.ts'
import type { BrowserSignInRequest, PendingSignIn, SignInRejection } from '../contract/user-registry.ts'
import { RegistryUnavailableError } from '../contract/user-registry.ts'
import { describeProviderError } from './provider-errors.ts'

/** The provider, and the client that is registered there. */
export interface RelyingPartyOptions {
  /** The name of the registry, for messages. */
  name: string
  /** Without it, id_tokens are ignored and the userinfo endpoint names the user. */
  issuer: string | undefined
  /** The endpoints that are set; the others are those of the metadata of the issuer. */
  endpoints: Partial<ServerMetadata>
  clientId: string
  clientSecret: string | undefined
  isSecretInForm: boolean
  scope: string
  userinfo: 'GET' | 'POST' | undefined
  timeoutSeconds: number
  /** The TLS options of connections to an origin. */
  tls(origin: string): TlsConnectOptions | undefined
}

/** The claims about a user who has signed in. */
export type Claims = Readonly<Record<string, unknown>>

/** The claims, and the id_token that they are from; undefined for a provider without an issuer. */
export type SignedInClaims = { claims: Claims; idToken: string | undefined }

const metadataLifeMs = 3_600_000
const maxResponseBytes = 1024 * 1024
/** The algorithms of id_tokens of a provider whose metadata is not read. */
const signatureAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519']

/** Opens the client. It connects with the first sign-in. */
export function openRelyingParty(options: RelyingPartyOptions) {
  const { name } = options
  const connections = openFetch(options)
  let known: { configuration: Configuration; until: number } | undefined

  return {
    async begin(request: BrowserSignInRequest): Promise<PendingSignIn> {
      const begun = await asked(async () => begin(request, await configurationOf(), options))
      if (!('rejected' in begun)) return begun
      throw new RegistryUnavailableError(`registry ${name}: ${begun.rejected}`)
    },
    complete: (returned: URL, pending: PendingSignIn): Promise<SignedInClaims | SignInRejection> =>
      asked(async () => complete(returned, pending, await configurationOf(), options)),
    async findLogoutUrl(idToken: string | undefined, returnTo: string) {
      const own = await configurationOf().catch(() => undefined)
      if (!own?.serverMetadata().end_session_endpoint) return undefined
      const { buildEndSessionUrl } = await import('openid-client')
      const hint = idToken !== undefined && { id_token_hint: idToken }
      const url = buildEndSessionUrl(own, { post_logout_redirect_uri: returnTo, ...hint })
      return /^https?:$/.test(url.protocol) ? url.href : undefined
    },
    close: connections.close,
  }

  async function configurationOf(): Promise<Configuration> {
    if (known && known.until > performance.now()) return known.configuration
    const configuration = await configure(options, connections.fetch)
    known = { configuration, until: performance.now() + metadataLifeMs }
    return configuration
  }

  /** Returns the result, or why the provider rejected the sign-in. Throws `RegistryUnavailableError`. */
  async function asked<T>(run: () => Promise<T>): Promise<T | SignInRejection> {
    try {
      return await run()
    } catch (cause) {
      const { rejected, unavailable } = describeProviderError(cause as Error)
      if (rejected !== undefined) return { rejected }
      throw new RegistryUnavailableError(`registry ${name}: ${unavailable}`, { cause })
    }
  }
}

async function begin(
  { callback, state, acrValues, maxAge, prompt }: BrowserSignInRequest,
  own: Configuration,
  { scope, issuer }: RelyingPartyOptions,
): Promise<PendingSignIn> {
  const client = await import('openid-client')
  const [nonce, verifier] = [client.randomNonce(), client.randomPKCECodeVerifier()]
  const url = client.buildAuthorizationUrl(own, {
    redirect_uri: callback,
    scope,
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...definedMembers({ nonce: issuer && nonce, acr_values: acrValues, max_age: maxAge?.toString(), prompt }),
  })
  return { url: url.href, callback, state, nonce, verifier, maxAge }
}

async function complete(
  returned: URL,
  pending: PendingSignIn,
  own: Configuration,
  { issuer, userinfo }: RelyingPartyOptions,
): Promise<SignedInClaims> {
  const client = await import('openid-client')
  const current = new URL(pending.callback)
  current.search = returned.search
  const checks = definedMembers({
    expectedState: pending.state,
    pkceCodeVerifier: pending.verifier,
    expectedNonce: issuer && pending.nonce,
    idTokenExpected: issuer === undefined ? undefined : true,
    maxAge: issuer === undefined ? undefined : pending.maxAge,
  })
  const tokens = await client.authorizationCodeGrant(own, current, checks)
  const claims = (issuer === undefined ? undefined : tokens.claims()) ?? {}
  const { id_token: idToken } = tokens
  if (userinfo === undefined) return { claims: { ...claims }, idToken }
  const { sub } = claims as { sub?: string }
  const more = await client.fetchUserInfo(own, tokens.access_token, sub ?? client.skipSubjectCheck)
  return { claims: { ...claims, ...more }, idToken }
}

async function configure(options: RelyingPartyOptions, fetch: CustomFetch): Promise<Configuration> {
  const client = await import('openid-client')
  const { issuer, endpoints, clientId, clientSecret, isSecretInForm, timeoutSeconds } = options
  const [first = issuer] = Object.values(endpoints) as (string | undefined)[]
  const authentication =
    clientSecret === undefined
      ? client.None()
      : isSecretInForm
        ? client.ClientSecretPost(clientSecret)
        : client.ClientSecretBasic(clientSecret)
  const { authorization_endpoint: authorization, token_endpoint: token, jwks_uri: keys } = endpoints
  const isDiscovered = issuer !== undefined && (!authorization || !token || !keys)
  const plainHttp = issuer?.startsWith('http:') && { execute: [client.allowInsecureRequests] }
  const how = { timeout: timeoutSeconds, [client.customFetch]: fetch, ...plainHttp }
  const found = isDiscovered
    ? (await client.discovery(new URL(issuer), clientId, undefined, authentication, how)).serverMetadata()
    : { issuer: issuer ?? new URL(first ?? '').origin, id_token_signing_alg_values_supported: signatureAlgorithms }
  const configuration = new client.Configuration({ ...found, ...endpoints }, clientId, undefined, authentication)
  configuration.timeout = timeoutSeconds
  configuration[client.customFetch] = fetch
  if (Object.values({ issuer, ...endpoints }).some((each) => String(each).startsWith('http:')))
    client.allowInsecureRequests(configuration)
  if (configuration.serverMetadata().jwks_uri && issuer !== undefined) client.enableNonRepudiationChecks(configuration)
  return configuration
}

/** Returns a `fetch` with the TLS options of each origin and a limit of responses. Redirects are not followed. */
function openFetch({ tls, userinfo, issuer, endpoints }: RelyingPartyOptions) {
  const agents = new Map<string, import('undici').Agent>()

  async function send(url: string, init: CustomFetchOptions): Promise<Response> {
    const { Agent, fetch } = await import('undici')
    const { origin } = new URL(url)
    const open = () => new Agent({ connect: { ...tls(origin) }, maxResponseSize: maxResponseBytes })
    const agent = getOrCreate(agents, origin, open)
    const isUserinfo = userinfo === 'POST' && init.method === 'GET' && init.headers.authorization !== undefined
    const sent = { ...init, method: isUserinfo ? 'POST' : init.method, dispatcher: agent }
    const response = (await fetch(url, sent as never)) as unknown as Response
    const limited = await withinLimits(response)
    return issuer === undefined && url === endpoints.token_endpoint ? withoutIdToken(limited) : limited
  }

  return {
    fetch: send as CustomFetch,
    close: async () => {
      await Promise.all([...agents.values()].map((agent) => agent.close()))
    },
  }
}

/** Returns the response with its body in memory. Rejects with a `JsonLimitError` above a limit. */
async function withinLimits(response: Response): Promise<Response> {
  const body = Buffer.from(await response.arrayBuffer())
  requireJsonLimits(body)
  return new Response(body.length > 0 ? body : null, response)
}

/** Removes the id_token of a provider whose issuer is not known: nothing in it can be checked. */
async function withoutIdToken(response: Response): Promise<Response> {
  if (!response.ok) return response
  const { id_token: _unused, ...tokens } = (await response.json()) as Record<string, unknown>
  return Response.json(tokens, { status: response.status })
}
