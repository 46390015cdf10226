/**
 * Roles: what a signed-in user may do, and as whom the queue manager then acts.
 *
 * Roles are bound to users, groups and special subjects in `mqwebuser.xml`, for the REST API and the console
 * separately. The object authority manager of the queue manager decides in addition for MQWebUser.
 */
import type { Principal } from '../../qm/index.ts'
import type { Caller } from './caller.ts'

export const roleNames = ['MQWebAdmin', 'MQWebAdminRO', 'MQWebUser', 'MFTWebAdmin', 'MFTWebAdminRO'] as const
export type Role = (typeof roleNames)[number]

/** One role given to whom; a name compares without case, as user ids of a role do. */
export interface RoleBinding {
  role: Role
  subject:
    | { kind: 'user' | 'group'; name: string; realm: string | undefined }
    | { kind: 'everyone' | 'allAuthenticated' }
}

export type RoleBindings = readonly RoleBinding[]

/** The roles of a user of a registry's realm. */
export function findUserRoles(
  user: { name: string; groups: readonly string[] },
  realm: string,
  bindings: RoleBindings,
): ReadonlySet<Role> {
  const name = user.name.toLowerCase()
  const groups = new Set(user.groups.map((group) => group.toLowerCase()))

  return new Set(
    bindings
      .filter(({ subject: to }) => {
        if (!('name' in to)) return true
        if (to.realm !== undefined && to.realm !== realm) return false
        return to.kind === 'user' ? to.name.toLowerCase() === name : groups.has(to.name.toLowerCase())
      })
      .map(({ role }) => role),
  )
}

/** The roles that need no credentials at all. */
export function findEveryoneRoles(bindings: RoleBindings): ReadonlySet<Role> {
  return new Set(bindings.filter(({ subject: to }) => to.kind === 'everyone').map(({ role }) => role))
}

/**
 * As whom a call acts when any of `allowed` suffices; undefined when the caller has none of them.
 *
 * The most privileged role that applies decides: administrators act as the user who started the server, and pass
 * the object authority manager; MQWebUser acts as itself, its name in the case in which it was typed.
 */
export function findPrincipal(
  caller: Caller,
  allowed: readonly Role[],
  serverUser: Principal,
): Principal | undefined {
  if (caller.mechanism === 'noSecurity') return serverUser

  const role = allowed.find((each) => caller.roles.has(each))
  if (!role) return undefined
  return role === 'MQWebUser' ? caller.principal : serverUser
}
