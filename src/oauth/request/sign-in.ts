/**
 * Signs an owner in: asks the registry, within the number of attempts that the user and the address have.
 */
import type { User, UserRegistry } from '../../registries/index.ts'
import type { RunAttempt } from './run-attempt.ts'

/** Facts of the call in which the owner signs in. */
export interface SignInRequest {
  requestId: string | undefined
  uri: string
  address: string
  /** Aborted when the caller goes away. */
  signal: AbortSignal
}

/**
 * Returns the user, or undefined when the name or the password is wrong. Unknown names are treated and counted
 * like known ones.
 */
export type SignInOwner = (
  call: SignInRequest,
  name: string,
  password: string,
  scope?: string,
) => Promise<User | undefined>

export function buildSignInOwner(registry: UserRegistry, attempt: RunAttempt): SignInOwner {
  return function signIn({ requestId, uri, address, signal }, name, password, scope) {
    // Registries may not tell apart names that differ in case, so neither does the count.
    const who = { kind: 'user', name: name.normalize('NFC').toLowerCase(), address } as const
    const context = { uri, signal, ...(requestId && { requestId }), ...(scope !== undefined && { scope }) }
    return attempt(who, `${name}\0${password}`, () => registry.authenticate(name, password, context))
  }
}
