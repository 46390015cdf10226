/** Authenticates an owner with the user registry, within the attempt limits of the user name and the IP address. */
import type { User, UserRegistry } from '../../../shared/registries/index.ts'
import { userAtAddress } from '../../../shared/security/index.ts'
import type { RequestState } from './request-state.ts'
import type { RunAttempt } from './run-attempt.ts'

/**
 * Returns the sign-in of owners with one user registry, which also returns the attributes. It returns the user, or undefined when the
 * name or the password is wrong. Unknown names are counted and take time like known ones. It throws `slow_down` while the user is
 * locked, and `RegistryUnavailableError`.
 */
export function buildAuthenticateUser(registry: UserRegistry, attempt: RunAttempt, attributes: readonly string[] = []) {
  return function authenticateUser(
    { requestId, uri, address, signal }: Pick<RequestState, 'requestId' | 'uri' | 'address' | 'signal'>,
    name: string,
    password: string,
    scope?: string,
  ): Promise<User | undefined> {
    const who = userAtAddress(registry.foldName(name), address)
    const context = {
      uri,
      signal,
      attributes: attributes.length > 0 ? attributes : undefined,
      requestId: requestId || undefined,
      ...(scope !== undefined && { scope }),
    }
    return attempt(who, `${name}\0${password}`, () => registry.authenticate(name, password, context))
  }
}
