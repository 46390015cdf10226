/**
 * The most that clients which registered themselves may have: RFC 7591, RFC 7592 and client ID metadata documents. It holds at the
 * registration and in each request, because the document of the provider can change later.
 */
import type { ProviderSettings, RegisteredClientLimits } from '../../config/types/index.ts'
import type { Client } from '../../consumers/index.ts'

const prefix = 'registration at '

/** The limits of clients whose provider no longer registers any. */
const narrowest: RegisteredClientLimits = { grants: new Set(['access_code']), details: undefined, tokenCeiling: {} }

/** Returns the owner of the applications of clients that register at a provider. */
export function renderRegistrationOwner(provider: string): string {
  return `${prefix}${provider}`
}

/** Returns the limits of a client that registered itself; undefined for other clients. */
export function findRegisteredLimits(
  { application: { owner } }: Client,
  { registration }: Pick<ProviderSettings, 'registration'>,
): RegisteredClientLimits | undefined {
  return owner?.startsWith(prefix) ? (registration?.allowed ?? narrowest) : undefined
}

/** Returns whether a client registered itself at another provider of the catalog. */
export function isRegisteredElsewhere({ application: { owner } }: Client, provider: string): boolean {
  return owner?.startsWith(prefix) === true && owner !== renderRegistrationOwner(provider)
}
