/** The registry of z/OS (`<safRegistry>` …). `zosmfUrl` and `profileUrl` are of this server, which is elsewhere. */
import { type Role, type RoleBindings, roleNames } from '../identity/roles.ts'
import { applicationIds } from './bindings.ts'
import type { SettingsFindings } from './findings.ts'
import type { XmlElement } from './xml.ts'

export interface SafRegistrySettings {
  type: 'saf'
  realm: string
  /** The URL of z/OSMF, without a path. */
  zosmfUrl: URL
  /** The URL of the service that checks access to EJBROLE profiles; undefined when `mqwebuser.xml` binds the roles. */
  profileUrl: URL | undefined
  /** The EJBROLE profiles of the roles. */
  profiles: readonly string[]
  /** The timeout of a request, in milliseconds. */
  timeoutMs: number
}

const defaultRealm = 'SAFRegistry'
const defaultProfilePrefix = 'BBGZDFLT' // that of Liberty
const timeoutMs = 10_000

/** Reads `<safRegistry>` and the two elements beside it. */
export function readSafRegistry(
  element: XmlElement,
  findings: SettingsFindings,
  server: XmlElement,
): SafRegistrySettings {
  const authorization = server.children.find(({ name }) => name === 'safAuthorization')
  const zosmfUrl = readUrl(element, 'zosmfUrl', findings)
  if (!zosmfUrl && !element.attributes.has('zosmfUrl')) {
    findings.addError(
      element,
      '<safRegistry> needs the attribute zosmfUrl, because this server is not on z/OS: the URL of z/OSMF, such as zosmfUrl="https://zosmf.example.com"',
    )
  }
  const profileUrl = authorization && readUrl(authorization, 'profileUrl', findings)
  return {
    type: 'saf',
    realm: findings.readAttribute(element, 'realm') ?? defaultRealm,
    zosmfUrl: zosmfUrl ?? new URL('https://invalid'),
    profileUrl,
    profiles: profileUrl ? listProfiles(server, findings) : [],
    timeoutMs,
  }
}

/** Returns the roles of an application: each role is bound to the profile that has its name. */
export function bindProfiles(
  { profiles, realm }: SafRegistrySettings,
  application: keyof typeof applicationIds,
): RoleBindings {
  return roleNames.flatMap((role) =>
    profiles
      .filter((profile) => profile.endsWith(`.${applicationIds[application]}.${role}`))
      .map((name) => ({ role, subject: { kind: 'group', name, realm } }) as const),
  )
}

function listProfiles(server: XmlElement, findings: SettingsFindings): string[] {
  const credentials = server.children.find(({ name }) => name === 'safCredentials')
  const prefix = (credentials && findings.readAttribute(credentials, 'profilePrefix')) ?? defaultProfilePrefix
  if (!/^[A-Z0-9@#$]{1,8}$/i.test(prefix)) {
    findings.addError(
      credentials ?? server,
      `profilePrefix must have 1 to 8 letters, digits and @ # $, found "${prefix}"`,
    )
  }
  return Object.values(applicationIds).flatMap((id) => roleNames.map((role: Role) => `${prefix}.${id}.${role}`))
}

/** Returns the URL in an attribute. Plain HTTP is for loopback only, because the requests contain passwords. */
function readUrl(element: XmlElement, attribute: string, findings: SettingsFindings): URL | undefined {
  const value = findings.readAttribute(element, attribute)
  if (value === undefined) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  const isAllowed =
    url && (url.protocol === 'https:' || (url.protocol === 'http:' && /^(127\.|localhost$|\[::1\])/.test(url.hostname)))
  if (isAllowed && !url.username && !url.password && !url.search && !url.hash) return url
  findings.addError(element, `${attribute} must be an https URL without a user name and a query, found "${value}"`)
  return undefined
}
