/** `<ldapRegistry>`: users and groups of an LDAP directory. */
import { isFilter } from '../../../shared/registries/index.ts'
import type { ElementReader } from './element-reader.ts'
import table from './ldap-directories.json' with { type: 'json' }

export type LdapRegistrySettings = ReturnType<typeof readLdapRegistry>

interface Filters {
  userFilter: string
  groupFilter: string
  userIdMap: string
  groupIdMap: string
  groupMemberIdMap: string
}

/** The element that sets the filters of each directory type, and the filters that apply without it. */
const directories: Readonly<Record<string, { element: string; defaults: Filters }>> = table

export function readLdapRegistry(registry: ElementReader, server: ElementReader) {
  const type = registry.required('ldapType')
  const directory = directories[type.toLowerCase()] ?? directories.custom
  if (type !== '' && !directories[type.toLowerCase()]) {
    const known = 'Custom, IBM Tivoli Directory Server, Microsoft Active Directory'
    registry.fail(`ldapType must be one of ${known}, found "${type}"`)
  }
  const { element: name, defaults } = directory as { element: string; defaults: Filters }
  const reference = registry.text(`${name}Ref`)
  const shared =
    reference === undefined ? undefined : server.children(name).find((each) => each.text('id') === reference)
  if (reference !== undefined && !shared) registry.fail(`${name}Ref names no <${name} id="${reference}"> of <server>`)
  const child = shared ?? registry.children(name)[0]
  const filter = (key: keyof Filters) => child?.text(key) ?? defaults[key]

  for (const key of ['userFilter', 'groupFilter'] as const) {
    const text = filter(key)
    if (!text.includes('%v'))
      (child ?? registry).fail(`${key} must contain %v, which stands for the name, found "${text}"`)
    else if (!isWellFormed(text))
      (child ?? registry).fail(`${key} must be an LDAP filter such as (uid=%v), found "${text}"`)
  }

  return {
    type: 'ldap' as const,
    realm: registry.text('realm') ?? 'LdapRegistry',
    host: registry.required('host'),
    port: readPort(registry),
    tls: registry.flag('sslEnabled'),
    ignoreCase: !registry.has('ignoreCase') || registry.flag('ignoreCase'),
    baseDn: registry.required('baseDN'),
    /** The distinguished name and password for searches; undefined for anonymous searches. */
    bind: readBind(registry),
    /** Search filters, in which `%v` stands for the name. */
    userFilter: filter('userFilter'),
    groupFilter: filter('groupFilter'),
    /** The attributes that contain the id of a user and of a group. */
    userId: attributeOf(filter('userIdMap')),
    groupId: attributeOf(filter('groupIdMap')),
    /** The attributes of a group that list the distinguished names of its members. */
    memberAttributes: filter('groupMemberIdMap').split(';').map(attributeOf),
    /** Whether a user also has the groups that contain the user's groups. */
    nestedGroups: registry.flag('recursiveSearch'),
    certificates: readCertificates(registry),
    /** The timeout of a whole look-up, in milliseconds. */
    timeoutMs: 10_000,
  }
}

function readPort(registry: ElementReader): number {
  const text = registry.required('port')
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (text !== '' && (port < 1 || port > 65_535))
    registry.fail(`port must be a whole number from 1 to 65535, found "${text}"`)
  return port
}

function readBind(registry: ElementReader): { dn: string; password: string } | undefined {
  const dn = registry.text('bindDN')
  if (dn === undefined) return undefined
  const attribute = 'bindPassword'
  const password = registry.has(attribute) ? registry.password(attribute) : registry.required(attribute)
  // RFC 4513 section 5.1.2: a bind with a name and no password succeeds without proving anything.
  if (password === '') registry.fail('bindPassword must not be empty')
  return password === undefined ? undefined : { dn, password }
}

function readCertificates(registry: ElementReader): { mode: 'exactDn' } | { mode: 'filter'; filter: string } {
  const isMode = (text: string) => text === 'EXACT_DN' || text === 'CERTIFICATE_FILTER'
  const mode = registry.matching('certificateMapMode', 'EXACT_DN or CERTIFICATE_FILTER', isMode)
  if (mode !== 'CERTIFICATE_FILTER') return { mode: 'exactDn' }
  // The registry replaces ${SubjectCN} for each certificate, so variables are not replaced here.
  const filter = registry.rawText('certificateFilter') ?? ''
  const variables = filter.match(/\$\{[^}]*\}?/g) ?? []
  const unknown = variables.find((each) => each !== `\${SubjectCN}` && each !== `\${SubjectDN}`)
  const accepted = `an LDAP filter with \${SubjectCN} or \${SubjectDN}, such as (uid=\${SubjectCN})`
  if (unknown !== undefined)
    registry.fail(`certificateFilter must be ${accepted}; ${unknown} is not supported, found "${filter}"`)
  else if (variables.length === 0 || !isWellFormed(filter))
    registry.fail(`certificateMapMode="CERTIFICATE_FILTER" needs certificateFilter, ${accepted}, found "${filter}"`)
  return { mode: 'filter', filter }
}

/** Returns whether a text is one filter. Spaces and the outer parentheses, which the LDAP client adds, are optional. */
function isWellFormed(filter: string): boolean {
  const text = filter.replaceAll(/\s+/g, '')
  return isFilter(text.startsWith('(') ? text : `(${text})`)
}

/** Returns the attribute of a map such as `groupOfNames:member`, which names the object class first. */
function attributeOf(map: string): string {
  return map.slice(map.indexOf(':') + 1).trim()
}
