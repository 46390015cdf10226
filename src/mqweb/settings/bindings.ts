/** The role bindings of the applications: `enterpriseApplication/application-bnd/security-role`. */
import { didYouMean } from '../../lib/output/suggest.ts'
import { type Role, type RoleBinding, type RoleBindings, roleNames } from '../identity/roles.ts'
import type { SettingsFindings } from './findings.ts'
import type { XmlElement } from './xml.ts'

/** The ids of the applications in `mqwebuser.xml`. */
export const applicationIds = { console: 'com.ibm.mq.console', rest: 'com.ibm.mq.rest' } as const

/** Alternative spellings of role names that are accepted. */
const synonyms: Readonly<Record<string, Role>> = { MQAdminRO: 'MQWebAdminRO', MQWebAdminReadOnly: 'MQWebAdminRO' }

/** Reads the role bindings of the console and of the REST API. */
export function readRoleBindings(
  server: XmlElement,
  findings: SettingsFindings,
): { console: RoleBindings; rest: RoleBindings } {
  const bindings: { console: RoleBinding[]; rest: RoleBinding[] } = { console: [], rest: [] }

  for (const application of server.children.filter(({ name }) => name === 'enterpriseApplication')) {
    const id = findings.readRequiredAttribute(application, 'id')
    if (id === applicationIds.console) bindings.console.push(...rolesOf(application, findings))
    else if (id === applicationIds.rest) bindings.rest.push(...rolesOf(application, findings))
    else {
      const known = Object.values(applicationIds)
      findings.addWarning(application, `the application "${id}" does not exist on this server${didYouMean(id, known)}`)
    }
  }
  return bindings
}

function rolesOf(application: XmlElement, findings: SettingsFindings): RoleBinding[] {
  return application.children
    .filter(({ name }) => name === 'application-bnd')
    .flatMap(({ children }) => children.filter(({ name }) => name === 'security-role'))
    .flatMap((element) => {
      const name = findings.readRequiredAttribute(element, 'name')
      const role = synonyms[name] ?? roleNames.find((each) => each === name)
      if (!role) {
        findings.addError(element, `the role "${name}" does not exist; it must be one of ${roleNames.join(', ')}`)
        return []
      }
      return element.children.flatMap((holder) => binding(role, holder, findings))
    })
}

function binding(role: Role, holder: XmlElement, findings: SettingsFindings): RoleBinding[] {
  switch (holder.name) {
    case 'user':
    case 'group':
      return [{ role, subject: { kind: holder.name, ...nameAndRealm(holder, findings) } }]

    case 'special-subject': {
      const type = findings.readRequiredAttribute(holder, 'type')
      if (type === 'EVERYONE') return [{ role, subject: { kind: 'everyone' } }]
      if (type === 'ALL_AUTHENTICATED_USERS') return [{ role, subject: { kind: 'allAuthenticated' } }]
      findings.addError(holder, `type must be EVERYONE or ALL_AUTHENTICATED_USERS, found "${type}"`)
      return []
    }
    case 'run-as':
      return []
    default:
      findings.addError(holder, `a role is bound to <user>, <group> or <special-subject>, found <${holder.name}>`)
      return []
  }
}

/** Reads the name and realm of a user or group, also from an `access-id` such as `user:defaultRealm/alice`. */
function nameAndRealm(holder: XmlElement, findings: SettingsFindings): { name: string; realm: string | undefined } {
  const accessId = findings.readAttribute(holder, 'access-id')
  if (accessId !== undefined) {
    const [, kind, realm, name] = /^(user|group):([^/]+)\/(.+)$/.exec(accessId) ?? []
    if (kind === holder.name && name) return { name, realm }
    findings.addError(holder, `access-id must be ${holder.name}:realm/name, found "${accessId}"`)
  }
  return { name: findings.readRequiredAttribute(holder, 'name'), realm: findings.readAttribute(holder, 'realm') }
}
