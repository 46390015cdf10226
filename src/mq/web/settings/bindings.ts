/** The role bindings of the applications: `enterpriseApplication/application-bnd/security-role`. */
import { didYouMean } from '../../../shared/lib/output/suggest.ts'
import { type Role, type RoleBinding, type RoleBindings, roleNames } from '../identity/roles.ts'
import type { ElementReader } from './element-reader.ts'

/** The ids of the applications in `mqwebuser.xml`. */
export const applicationIds = { console: 'com.ibm.mq.console', rest: 'com.ibm.mq.rest' } as const

/** Alternative spellings of role names that are accepted. */
const synonyms: Readonly<Record<string, Role>> = { MQAdminRO: 'MQWebAdminRO', MQWebAdminReadOnly: 'MQWebAdminRO' }

/** Reads the role bindings of the console and of the REST API. */
export function readRoleBindings(server: ElementReader): { console: RoleBindings; rest: RoleBindings } {
  const bindings: { console: RoleBinding[]; rest: RoleBinding[] } = { console: [], rest: [] }

  for (const application of server.children('enterpriseApplication')) {
    const id = application.required('id')
    if (id === applicationIds.console) bindings.console.push(...rolesOf(application))
    else if (id === applicationIds.rest) bindings.rest.push(...rolesOf(application))
    else {
      const known = Object.values(applicationIds)
      application.warn(`the application "${id}" does not exist on this server${didYouMean(id, known)}`)
    }
  }
  return bindings
}

function rolesOf(application: ElementReader): RoleBinding[] {
  return application
    .children('application-bnd')
    .flatMap((each) => each.children('security-role'))
    .flatMap((element) => {
      const name = element.required('name')
      const role = synonyms[name] ?? roleNames.find((each) => each === name)
      if (role) return element.children().flatMap((holder) => binding(role, holder))
      element.fail(`the role "${name}" does not exist; it must be one of ${roleNames.join(', ')}`)
      return []
    })
}

function binding(role: Role, holder: ElementReader): RoleBinding[] {
  switch (holder.name) {
    case 'user':
    case 'group':
      return [{ role, subject: { kind: holder.name, ...nameAndRealm(holder) } }]

    case 'special-subject': {
      const type = holder.required('type')
      if (type === 'EVERYONE') return [{ role, subject: { kind: 'everyone' } }]
      if (type === 'ALL_AUTHENTICATED_USERS') return [{ role, subject: { kind: 'allAuthenticated' } }]
      holder.fail(`type must be EVERYONE or ALL_AUTHENTICATED_USERS, found "${type}"`)
      return []
    }
    case 'run-as':
      return []
    default:
      holder.fail(`a role is bound to <user>, <group> or <special-subject>, found <${holder.name}>`)
      return []
  }
}

/** Reads the name and realm of a user or group, also from an `access-id` such as `user:defaultRealm/alice`. */
function nameAndRealm(holder: ElementReader): { name: string; realm: string | undefined } {
  const accessId = holder.text('access-id')
  if (accessId !== undefined) {
    const [, kind, realm, name] = /^(user|group):([^/]+)\/(.+)$/.exec(accessId) ?? []
    if (name?.includes('='))
      holder.warn(
        `access-id has the distinguished name "${name}", but roles are given to plain names: write the name of the ${kind}`,
      )
    holder.markRead('name') // access-id has precedence
    if (kind === holder.name && name) return { name, realm }
    holder.fail(`access-id must be ${holder.name}:realm/name, found "${accessId}"`)
  }
  return { name: holder.required('name'), realm: holder.text('realm') }
}
