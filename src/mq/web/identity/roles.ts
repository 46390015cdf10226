/**
 * Roles: what an authenticated user may do, and under which principal.
 *
 * `mqwebuser.xml` binds roles to users, groups and special subjects, for the REST API and the console separately.
 * For MQWebUser, the object authority manager of the queue manager checks every operation in addition.
 */
import type { Principal } from '../../manager/index.ts'

export const roleNames = ['MQWebAdmin', 'MQWebAdminRO', 'MQWebUser', 'MFTWebAdmin', 'MFTWebAdminRO'] as const
export type Role = (typeof roleNames)[number]

/** A role that is bound to a user, a group or a special subject. User and group names are compared without case. */
export interface RoleBinding {
  role: Role
  subject:
    | { kind: 'user' | 'group'; name: string; realm: string | undefined }
    | { kind: 'everyone' | 'allAuthenticated' }
}

export type RoleBindings = readonly RoleBinding[]

/**
 * Returns the roles that are bound to a user of a realm, to one of the user's groups, or to a special subject. Bindings
 * without a realm are for users of the registry: with `needsRealm` they do not apply.
 */
export function findUserRoles(
  user: { name: string; groups: readonly string[] },
  realm: string,
  bindings: RoleBindings,
  needsRealm = false,
): ReadonlySet<Role> {
  const name = user.name.toLowerCase()
  const groups = new Set(user.groups.map((group) => group.toLowerCase()))

  return new Set(
    bindings
      .filter(({ subject: to }) => {
        if (!('name' in to)) return true
        if (to.realm === undefined ? needsRealm : to.realm !== realm) return false
        return to.kind === 'user' ? to.name.toLowerCase() === name : groups.has(to.name.toLowerCase())
      })
      .map(({ role }) => role),
  )
}

/** Returns the roles that are bound to EVERYONE. They need no credentials. */
export function findEveryoneRoles(bindings: RoleBindings): ReadonlySet<Role> {
  return new Set(bindings.filter(({ subject: to }) => to.kind === 'everyone').map(({ role }) => role))
}

/**
 * Returns the principal under which a request acts, or undefined when the caller has none of the `allowed` roles.
 *
 * The first role in `allowed` that the caller has decides. For MQWebUser it is the caller, with the name in the
 * case in which the user typed it. For other roles it is the user who started the server, whom the object
 * authority manager does not restrict.
 */
export function findPrincipal(caller: Caller, allowed: readonly Role[], serverUser: Principal): Principal | undefined {
  if (caller.mechanism === 'noSecurity') return serverUser

  const role = allowed.find((each) => caller.roles.has(each))
  if (!role) return undefined
  return role === 'MQWebUser' ? caller.principal : serverUser
}

/** How the caller authenticated. `GET /login` returns these words. */
export type AuthenticationMechanism = 'basic' | 'form' | 'clientCertificate' | 'noSecurity' | 'none'

export interface Caller {
  name: string
  mechanism: AuthenticationMechanism
  /** The roles of the caller in the application that serves the request. */
  roles: ReadonlySet<Role>
  /** The principal of the caller, under which MQWebUser acts on the queue manager. */
  principal: Principal
}

export function createCaller(
  name: string,
  groups: readonly string[],
  roles: ReadonlySet<Role>,
  mechanism: AuthenticationMechanism,
): Caller {
  return { name, mechanism, roles, principal: { name, groups, privileged: false } }
}

const anonymousName = 'UNAUTHENTICATED'

/** Creates the caller of a request without credentials. `roles` are the roles that are bound to EVERYONE. */
export function createAnonymousCaller(roles: ReadonlySet<Role>): Caller {
  return createCaller(anonymousName, [], roles, 'none')
}

/** The caller of every request while security is disabled. It has all roles. */
export const unsecuredCaller: Caller = createCaller(anonymousName, [], new Set(roleNames), 'noSecurity')
