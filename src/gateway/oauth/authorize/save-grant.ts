/** Stores what an owner allows a client. */
import type { Provider } from 'oidc-provider'
import type { User } from '../../../shared/registries/index.ts'
import type { Client } from '../../consumers/index.ts'
import type { ProviderParts } from '../request/provider-parts.ts'
import { readClaims } from '../scopes/claims.ts'
import { applyRegistryScope } from '../scopes/grant-scopes.ts'
import type { SignedInOwner } from '../state/approvals.ts'
import { approvalLifetimeSeconds } from '../state/approvals.ts'

/** What a client asks the owner for. */
export interface AccessRequest {
  clientId: string
  scopes: readonly string[]
  /** Whether the client named the scopes. Otherwise they are the default scopes of the provider. */
  areScopesExplicit: boolean
  /** The APIs that the tokens can be for, by their URLs; undefined for all of the catalog. */
  resources: readonly string[] | undefined
}

/** A sign-in: who, when in seconds since the epoch, and with what authentication context class. */
export type SignIn = { user: User; signedInAt: number; acr: string | undefined }

/**
 * Returns the owner with the requested scopes, or those that the registry selects, within the ceilings of client and owner. Throws
 * `invalid_scope` beyond them.
 */
export function signInWithin(
  { clientId, scopes, areScopesExplicit }: AccessRequest,
  { user, signedInAt, acr }: SignIn,
  { ceilings, settings, consumers }: ProviderParts,
): SignedInOwner {
  const client = consumers.find(clientId) as Client
  const { credential, tokenCeiling, metadata } = user
  const limits = [...ceilings.findForClient(client), ...ceilings.combineForUser(credential, tokenCeiling)]
  return {
    subject: credential,
    scopes: [...applyRegistryScope(user.selectedScope, scopes, limits, areScopesExplicit)],
    metadata: metadata?.accessToken ?? null,
    payload: metadata?.payload ?? null,
    ceiling: tokenCeiling ?? null,
    claims: readClaims(user, settings),
    user: settings.sessions.ttl > 0 ? user : null,
    signedInAt,
    acr: acr ?? null,
  }
}

/**
 * Stores what the owner allows, and returns the id of the grant, which is that of the chain of tokens.
 *
 * The consent is listed at once, not only after the code is redeemed, so that revoking it also ends the code.
 */
export async function saveGrant(
  { Grant }: Provider,
  { clientId, scopes, resources }: AccessRequest,
  owner: SignedInOwner,
  { audience, approvals, consents, clock }: ProviderParts,
): Promise<string> {
  const grant = new Grant({ accountId: owner.subject, clientId })
  grant.addOIDCScope(scopes.join(' ')) // the requested scopes; the approval has the granted ones
  for (const resource of resources ?? [audience]) grant.addResourceScope(resource, scopes.join(' '))
  const chain = await grant.save()
  const startedAt = Math.floor(clock() / 1000)
  const consent = { chain, clientId, subject: owner.subject, scopes: owner.scopes, startedAt }
  await Promise.all([
    approvals.saveApproval(chain, owner),
    consents.save(
      { ...consent, grant: 'authorization_code', refreshes: 0 },
      (startedAt + approvalLifetimeSeconds) * 1000,
    ),
  ])
  return chain
}
