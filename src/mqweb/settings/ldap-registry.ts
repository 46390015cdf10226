/** `<ldapRegistry>`: users and groups of an LDAP directory. */
import type { SettingsFindings } from './findings.ts'
import table from './ldap-directories.json' with { type: 'json' }
import { readPassword } from './passwords.ts'
import type { XmlElement } from './xml.ts'

export interface LdapRegistrySettings {
  type: 'ldap'
  realm: string
  host: string
  port: number
  tls: boolean
  ignoreCase: boolean
  baseDn: string
  /** The distinguished name and password for searches; undefined for anonymous searches. */
  bind: { dn: string; password: string } | undefined
  /** Search filters, in which `%v` stands for the name. */
  userFilter: string
  groupFilter: string
  /** The attributes that contain the id of a user and of a group. */
  userId: string
  groupId: string
  /** The attributes of a group that list the distinguished names of its members. */
  memberAttributes: readonly string[]
  /** Whether a user also has the groups that contain the user's groups. */
  nestedGroups: boolean
  certificates: { mode: 'exactDn' } | { mode: 'filter'; filter: string }
  /** The timeout of a whole look-up, in milliseconds. */
  timeoutMs: number
}

interface Filters {
  userFilter: string
  groupFilter: string
  userIdMap: string
  groupIdMap: string
  groupMemberIdMap: string
}

/** For each directory type, the element that sets the filters and the filters that apply without it. */
const directories: Readonly<Record<string, { element: string; defaults: Filters }>> = table

export function readLdapRegistry(element: XmlElement, findings: SettingsFindings): LdapRegistrySettings {
  const type = findings.readRequiredAttribute(element, 'ldapType')
  const directory = directories[type.toLowerCase()] ?? directories.custom
  if (type !== '' && !directories[type.toLowerCase()]) {
    const known = 'Custom, IBM Tivoli Directory Server, Microsoft Active Directory'
    findings.addError(element, `ldapType must be one of ${known}, found "${type}"`)
  }
  const { element: name, defaults } = directory as { element: string; defaults: Filters }
  const child = element.children.find((each) => each.name === name)
  const filter = (key: keyof Filters) => (child && findings.readAttribute(child, key)) ?? defaults[key]

  for (const key of ['userFilter', 'groupFilter'] as const) {
    if (!filter(key).includes('%v'))
      findings.addError(child ?? element, `${key} must contain %v, which stands for the name, found "${filter(key)}"`)
  }

  return {
    type: 'ldap',
    realm: findings.readAttribute(element, 'realm') ?? 'LdapRegistry',
    host: findings.readRequiredAttribute(element, 'host'),
    port: readPort(element, findings),
    tls: findings.readAttribute(element, 'sslEnabled') === 'true',
    ignoreCase: findings.readAttribute(element, 'ignoreCase') !== 'false',
    baseDn: findings.readRequiredAttribute(element, 'baseDN'),
    bind: readBind(element, findings),
    userFilter: filter('userFilter'),
    groupFilter: filter('groupFilter'),
    userId: attributeOf(filter('userIdMap')),
    groupId: attributeOf(filter('groupIdMap')),
    memberAttributes: filter('groupMemberIdMap').split(';').map(attributeOf),
    nestedGroups: findings.readAttribute(element, 'recursiveSearch') === 'true',
    certificates: readCertificates(element, findings),
    timeoutMs: 10_000,
  }
}

function readPort(element: XmlElement, findings: SettingsFindings): number {
  const text = findings.readRequiredAttribute(element, 'port')
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (text !== '' && (port < 1 || port > 65_535))
    findings.addError(element, `port must be a whole number from 1 to 65535, found "${text}"`)
  return port
}

function readBind(element: XmlElement, findings: SettingsFindings): LdapRegistrySettings['bind'] {
  const dn = findings.readAttribute(element, 'bindDN')
  if (dn === undefined) return undefined
  try {
    const password = readPassword(findings.readRequiredAttribute(element, 'bindPassword'))
    // RFC 4513 section 5.1.2: a bind with a name and no password succeeds without proving anything.
    if (password === '') findings.addError(element, 'bindPassword must not be empty')
    return { dn, password }
  } catch (error) {
    findings.addError(element, `bindPassword: ${(error as Error).message}`)
    return undefined
  }
}

function readCertificates(element: XmlElement, findings: SettingsFindings): LdapRegistrySettings['certificates'] {
  const mode = findings.readAttribute(element, 'certificateMapMode') ?? 'EXACT_DN'
  if (mode === 'EXACT_DN') return { mode: 'exactDn' }
  if (mode === 'CERTIFICATE_FILTER') {
    // The registry replaces ${SubjectCN} for each certificate, so variables are not replaced here.
    return { mode: 'filter', filter: element.attributes.get('certificateFilter') ?? '' }
  }
  findings.addError(element, `certificateMapMode must be EXACT_DN or CERTIFICATE_FILTER, found "${mode}"`)
  return { mode: 'exactDn' }
}

/** Returns the attribute of a map such as `groupOfNames:member`, which names the object class first. */
function attributeOf(map: string): string {
  return map.slice(map.indexOf(':') + 1).trim()
}
