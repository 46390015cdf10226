/** The settings of a registry of the type `oidc`: the members of exports, and `issuer`. */
import { choice, optionalText, webAddress } from '../../lib/json-schema/members.ts'
import { type Static, Type } from '../../lib/json-schema/type.ts'
import { tlsProfileProperties } from '../contract/user-registry.ts'

const endpoint = (description: string) =>
  Type.Optional(Type.Object({ endpoint: webAddress(description), ...tlsProfileProperties }))
const withoutEffect = ['auto_onboard', 'nonce', 'pkce', 'override_provider_ttl'] as const
const ofProxies = ['proxy_redirect', 'proxy_id_token', 'proxy_access_token', 'proxied_token_as_separate_claim'] as const

const configuration = Type.Object({
  issuer: Type.Optional(
    webAddress(
      'The issuer of the provider, whose id_tokens name the user; its metadata has the endpoints that are not set',
    ),
  ),
  ...tlsProfileProperties,
  authorization_endpoint: Type.Optional(webAddress('The authorization endpoint, in place of that of the metadata')),
  token_endpoint: endpoint('The token endpoint, in place of that of the metadata'),
  userinfo_endpoint: endpoint('The userinfo endpoint, in place of that of the metadata'),
  jwks_uri: endpoint('The URL of the keys, in place of that of the metadata'),
  client_id: Type.String({ minLength: 1, description: 'The client id of the gateway at the provider' }),
  client_secret: optionalText('The client secret; a public client has none'),
  credential_location: choice(
    ['auth_header', 'form_body'],
    'Where the client secret is sent: as HTTP Basic or in the form',
  ),
  response_type: Type.Literal('code', { default: 'code' }),
  scope: Type.String({ default: 'openid', minLength: 1, description: 'The scopes to ask for, separated by spaces' }),
  provider_type: Type.String({ default: 'standard', description: 'For readers of the document only' }),
  timeout: Type.Number({
    exclusiveMinimum: 0,
    maximum: 300,
    default: 10,
    description: 'Timeout of a request in seconds',
  }),
  field_mapping: Type.Object(
    {
      username: Type.String({ default: 'sub', minLength: 1, description: 'The claim with the name of the user' }),
      email: optionalText('The claim with the e-mail address'),
      first_name: optionalText('The claim with the first name'),
      last_name: optionalText('The claim with the last name'),
    },
    { default: {}, additionalProperties: true },
  ),
  features: Type.Array(Type.Enum(['userinfo', 'post_userinfo', ...withoutEffect, ...ofProxies]), {
    default: [],
    description: 'userinfo reads the claims from the userinfo endpoint; PKCE and nonce are always used',
  }),
  token_ceiling_claims: Type.Optional(
    Type.Object(
      {
        scopes: optionalText('Its values are the only scopes of the user'),
        access_token_ttl: optionalText('Its value is in seconds'),
        refresh_token_ttl: optionalText('Its value is in seconds'),
      },
      { description: 'The claims that limit the tokens of the user' },
    ),
  ),
  logout_endpoint: Type.Optional(
    Type.Union([Type.String({ format: 'web-address' }), Type.Null()], {
      description: 'The end session endpoint, in place of that of the metadata',
    }),
  ),
  oidc_rp_logout: Type.Optional(
    Type.Object(
      { endpoint: endpoint('The end session endpoint, in place of logout_endpoint') },
      { additionalProperties: true, description: 'Log-out at the provider' },
    ),
  ),
})

/** The schema of the settings. */
export const oidcSettings = Type.Object({ configuration })

/** The member `configuration` of an `oidc` registry. */
export type OidcConfiguration = Static<typeof configuration>

/** Returns the problems of settings that fit the schema. */
export function findOidcFaults({ configuration: own }: Static<typeof oidcSettings>) {
  const faults: { path: readonly string[]; message: string }[] = []
  const add = (member: string, message: string) =>
    faults.push({ path: ['configuration', member], message: `configuration.${member} ${message}` })

  for (const member of ['authorization_endpoint', 'token_endpoint'] as const) {
    if (own[member] === undefined && own.issuer === undefined)
      add(member, 'is missing: set it, or issuer, whose metadata has all endpoints')
  }
  if (own.issuer === undefined && own.userinfo_endpoint === undefined)
    add('userinfo_endpoint', 'is missing: without issuer, the userinfo endpoint names the user')
  for (const [member, value] of listUrls(own)) {
    if (!isSafe(new URL(value))) add(member, `must be an https URL, or http on this machine - found ${value}`)
  }
  if (own.issuer !== undefined && !own.scope.split(' ').includes('openid'))
    add('scope', `must have openid, so that the provider returns an id_token - found ${own.scope}`)
  return faults
}

function listUrls(own: OidcConfiguration): (readonly [string, string])[] {
  const all = [
    ['issuer', own.issuer],
    ['authorization_endpoint', own.authorization_endpoint],
    ['token_endpoint', own.token_endpoint?.endpoint],
    ['userinfo_endpoint', own.userinfo_endpoint?.endpoint],
    ['jwks_uri', own.jwks_uri?.endpoint],
    ['logout_endpoint', findLogoutEndpoint(own)],
  ] as const
  return all.flatMap(([member, value]) => (value === undefined ? [] : [[member, value] as const]))
}

/** Returns whether tokens and secrets may be sent to a URL: OpenID Connect Core section 16.17. */
function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}

/** Returns the end session endpoint that is set. */
export function findLogoutEndpoint({ oidc_rp_logout: rp, logout_endpoint: other }: OidcConfiguration) {
  return rp?.endpoint?.endpoint ?? other ?? undefined
}
