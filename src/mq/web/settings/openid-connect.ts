/** `<openidConnectClient>`: users of the console sign in at an OpenID Connect provider. */
import { type ElementReader, isSafeUrl } from './element-reader.ts'

export type OpenidConnectSettings = NonNullable<ReturnType<typeof readOpenidConnect>>

const metadataPath = '/.well-known/openid-configuration'

/** Returns the settings, or undefined when the file has no such element. Adds an error for a second one. */
export function readOpenidConnect(server: ElementReader) {
  const [client, second] = server.children('openidConnectClient')
  second?.fail('only one <openidConnectClient> can be configured')
  if (!client) return undefined

  const id = client.required('id')
  const scope = client.text('scope') ?? 'openid profile'
  if (!scope.split(' ').includes('openid'))
    client.fail(`scope must have openid, so that the provider returns an id_token, found "${scope}"`)
  const origin = client.matching('redirectToRPHostAndPort', 'https://HOST:PORT', (text) => {
    return /^https?:\/\/[^/?#@\s]+$/.test(text) && URL.canParse(text)
  })
  return {
    /** The realm of the users in role bindings. */
    realm: client.text('realmName') ?? id,
    /** The name on the button of the login page. */
    title: client.text('displayName') ?? id,
    issuer: readIssuer(client),
    clientId: client.required('clientId'),
    /** Undefined for a public client. */
    clientSecret: client.password('clientSecret'),
    isSecretInForm: client.text('tokenEndpointAuthMethod') !== 'basic',
    scope,
    readsUserinfo: client.flag('userInfoEndpointEnabled'),
    /** The claims with the name and the groups of a user. */
    userClaim: client.text('userIdentifier') ?? 'sub',
    groupClaim: client.text('groupIdentifier') ?? 'groupIds',
    /** The origin of the console in redirect URIs; undefined for the one that the browser uses. */
    origin: origin === undefined ? undefined : new URL(origin).origin,
  }
}

function readIssuer(client: ElementReader): string {
  const metadata = client.text('discoveryEndpointUrl')
  const issuer = client.text('issuerIdentifier') ?? metadata?.replace(metadataPath, '') ?? ''
  if (!isSafeUrl(issuer)) {
    const accepted = `https://HOST/…${metadataPath}, or http on this machine`
    client.fail(`discoveryEndpointUrl must be ${accepted}, found "${metadata ?? issuer}"`)
  }
  return issuer
}
