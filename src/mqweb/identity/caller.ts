/** Who called, as far as the server could find out. */
import type { Principal } from '../../qm/index.ts'
import { type Role, roleNames } from './roles.ts'

/** How a caller proved who it is; the words are those that `GET /login` answers. */
export type AuthenticationMechanism = 'basic' | 'form' | 'clientCertificate' | 'noSecurity' | 'none'

export interface Caller {
  name: string
  mechanism: AuthenticationMechanism
  /** Of the REST API. */
  roles: ReadonlySet<Role>
  /** The caller itself, when the queue manager acts as it. */
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

const nobody = 'UNAUTHENTICATED'

/** Someone without credentials. `roles` are those that are bound to EVERYONE. */
export function createAnonymousCaller(roles: ReadonlySet<Role>): Caller {
  return createCaller(nobody, [], roles, 'none')
}

/** Everyone, while security is switched off. */
export const unsecuredCaller: Caller = createCaller(nobody, [], new Set(roleNames), 'noSecurity')
