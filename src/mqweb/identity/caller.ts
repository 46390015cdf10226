/** The user who sent a request, as the server authenticated the user. */
import type { Principal } from '../../qm/index.ts'
import { type Role, roleNames } from './roles.ts'

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
