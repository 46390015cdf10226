/** Keeps the decisions that an owner makes on the login and consent pages until the client redeems its code. */

import type { Clock } from '../../lib/time/clock.ts'
import type { User, UserTokenCeiling } from '../../registries/index.ts'
import type { StateStore, StateValue } from '../../storage/index.ts'
import { applyRegistryScope } from '../scopes/grant-scopes.ts'
import type { AppliedTokenCeiling } from '../scopes/token-ceilings.ts'
import { hashRecordId } from '../state/model-adapter.ts'
import type { StorageKeys } from '../state/storage-keys.ts'

/** An owner who has signed in, and what they are asked to allow. */
export interface SignedInOwner {
  subject: string
  scopes: string[]
  /** For inside the access token, and for the answer of the token endpoint. */
  metadata: string | null
  payload: string | null
  /** What the registry said of the most that tokens of the owner may have. */
  ceiling: UserTokenCeiling | null
}

export interface Approvals {
  /** Stores the owner who signed in on a page. */
  saveSignIn(page: string, owner: SignedInOwner): Promise<void>
  findSignIn(page: string): Promise<SignedInOwner | undefined>
  /** Keeps what was allowed, by the chain that begins with it, until the chain is ended. */
  saveApproval(chain: string, owner: SignedInOwner): Promise<void>
  findApproval(chain: string): Promise<SignedInOwner | undefined>
}

/** How long the pages may be looked at, and a code may then wait to be redeemed. In seconds. */
export const pageLifetimeSeconds = 600
export const codeLifetimeSeconds = 60
/** How long after the owner's approval its code may still be redeemed. In seconds. */
export const approvalLifetimeSeconds = pageLifetimeSeconds + codeLifetimeSeconds

export function openApprovals(store: StateStore, storageKeys: StorageKeys, clock: Clock): Approvals {
  const pages = storageKeys.model('SignedIn')
  const chains = storageKeys.model('Approval')

  return {
    saveSignIn: (page, owner) => save(pages, hashRecordId(page), owner, pageLifetimeSeconds),
    findSignIn: (page) => find(pages, hashRecordId(page)),
    saveApproval: (chain, owner) =>
      save(chains, chain, owner, approvalLifetimeSeconds, storageKeys.chain(chain)),
    findApproval: (chain) => find(chains, chain),
  }

  async function save(
    kind: string,
    key: string,
    owner: SignedInOwner,
    life: number,
    group?: string,
  ): Promise<void> {
    const expiresAt = clock() + life * 1000
    await store.save(kind, key, { ...owner } as unknown as StateValue, {
      expiresAt,
      ...(group !== undefined && { group }),
    })
  }

  async function find(kind: string, key: string): Promise<SignedInOwner | undefined> {
    return (await store.find(kind, key))?.value as SignedInOwner | undefined
  }
}

export interface RequestedScopes {
  scopes: readonly string[]
  /** The client named them; otherwise they are the default of the provider. */
  areExplicit: boolean
  /** Of the client and of the owner. */
  ceilings: readonly AppliedTokenCeiling[]
}

/** An owner, and the scopes asked for unless the registry selects others. Refuses scopes beyond the ceilings. */
export function buildSignedInOwner(
  { credential, metadata, selectedScope, tokenCeiling: ceiling }: User,
  { scopes, areExplicit: isAsked, ceilings }: RequestedScopes,
): SignedInOwner {
  return {
    subject: credential,
    scopes: [...applyRegistryScope(selectedScope, scopes, ceilings, isAsked)],
    metadata: metadata?.accessToken ?? null,
    payload: metadata?.payload ?? null,
    ceiling: ceiling ?? null,
  }
}
