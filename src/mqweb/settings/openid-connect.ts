/** `<openidConnectClient>`: users of the console sign in at an OpenID Connect provider. */
import type { SettingsFindings } from './findings.ts'
import { readPassword } from './passwords.ts'
import type { XmlElement } from './xml.ts'

export interface OpenidConnectSettings {
  /** The realm of the users in role bindings. */
  realm: string
  /** The name on the button of the login page. */
  title: string
  issuer: string
  clientId: string
  /** Undefined for a public client. */
  clientSecret: string | undefined
  isSecretInForm: boolean
  scope: string
  readsUserinfo: boolean
  /** The claims with the name and the groups of a user. */
  userClaim: string
  groupClaim: string
  /** The origin of the console in redirect URIs; undefined for the one that the browser uses. */
  origin: string | undefined
}

const element = 'openidConnectClient'
const metadataPath = '/.well-known/openid-configuration'

/** Returns the settings, or undefined when the file has no such element. Adds an error for a second one. */
export function readOpenidConnect(server: XmlElement, findings: SettingsFindings): OpenidConnectSettings | undefined {
  const [client, second] = server.children.filter(({ name }) => name === element)
  if (second) findings.addError(second, `only one <${element}> can be configured`)
  if (!client) return undefined

  const read = (attribute: string) => findings.readAttribute(client, attribute)
  const id = findings.readRequiredAttribute(client, 'id')
  const scope = read('scope') ?? 'openid profile'
  if (!scope.split(' ').includes('openid'))
    findings.addError(client, `scope must have openid, so that the provider returns an id_token, found "${scope}"`)
  return {
    realm: read('realmName') ?? id,
    title: read('displayName') ?? id,
    issuer: readIssuer(client, findings),
    clientId: findings.readRequiredAttribute(client, 'clientId'),
    clientSecret: readSecret(client, findings),
    isSecretInForm: read('tokenEndpointAuthMethod') !== 'basic',
    scope,
    readsUserinfo: read('userInfoEndpointEnabled') === 'true',
    userClaim: read('userIdentifier') ?? 'sub',
    groupClaim: read('groupIdentifier') ?? 'groupIds',
    origin: readOrigin(client, findings),
  }
}

function readIssuer(client: XmlElement, findings: SettingsFindings): string {
  const metadata = findings.readAttribute(client, 'discoveryEndpointUrl')
  const issuer = findings.readAttribute(client, 'issuerIdentifier') ?? metadata?.replace(metadataPath, '') ?? ''
  const { protocol, hostname } = URL.canParse(issuer) ? new URL(issuer) : { protocol: '', hostname: '' }
  const isSafe = protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\..*|\[::1\])$/.test(hostname))
  if (!isSafe) {
    const accepted = `https://HOST/…${metadataPath}, or http on this machine`
    findings.addError(client, `discoveryEndpointUrl must be ${accepted}, found "${metadata ?? issuer}"`)
  }
  return issuer
}

function readSecret(client: XmlElement, findings: SettingsFindings): string | undefined {
  try {
    const secret = findings.readAttribute(client, 'clientSecret')
    return secret === undefined ? undefined : readPassword(secret)
  } catch (error) {
    findings.addError(client, `clientSecret: ${(error as Error).message}`)
    return undefined
  }
}

function readOrigin(client: XmlElement, findings: SettingsFindings): string | undefined {
  const origin = findings.readAttribute(client, 'redirectToRPHostAndPort')
  if (origin === undefined) return undefined
  if (/^https?:\/\/[^/?#@\s]+$/.test(origin) && URL.canParse(origin)) return new URL(origin).origin
  findings.addError(client, `redirectToRPHostAndPort must be https://HOST:PORT, found "${origin}"`)
  return undefined
}
