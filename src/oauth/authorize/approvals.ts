/**
 * What an owner said on the login and consent pages, kept until the client redeems its code.
 */

import type { Clock } from '../../lib/time/clock.ts'
import type { User, UserCeiling } from '../../registries/index.ts'
import type { Store, Value } from '../../storage/index.ts'
import type { Ceiling } from '../ceilings.ts'
import { selectScopes } from '../scopes.ts'
import { keyOf } from '../state/adapter.ts'
import type { Kinds } from '../state/storage-keys.ts'

/** An owner who has signed in, and what they are asked to allow. */
export interface SignedIn {
  subject: string
  scopes: string[]
  /** For inside the access token, and for the answer of the token endpoint. */
  metadata: string | null
  payload: string | null
  /** What the registry said of the most that tokens of the owner may have. */
  ceiling: UserCeiling | null
}

export interface Approvals {
  /** Keeps who signed in on a page. */
  signIn(page: string, owner: SignedIn): Promise<void>
  signedIn(page: string): Promise<SignedIn | undefined>
  /** Keeps what was allowed, by the chain that begins with it, until the chain is ended. */
  approve(chain: string, owner: SignedIn): Promise<void>
  approved(chain: string): Promise<SignedIn | undefined>
}

/** How long the pages may be looked at, and a code may then wait to be redeemed. In seconds. */
export const pageLife = 600
export const codeLife = 60
/** How long after the owner's approval its code may still be redeemed. In seconds. */
export const approvalLife = pageLife + codeLife

export function openApprovals(store: Store, kinds: Kinds, clock: Clock): Approvals {
  const pages = kinds.model('SignedIn')
  const chains = kinds.model('Approval')

  return {
    signIn: (page, owner) => save(pages, keyOf(page), owner, pageLife),
    signedIn: (page) => find(pages, keyOf(page)),
    approve: (chain, owner) => save(chains, chain, owner, approvalLife, kinds.chain(chain)),
    approved: (chain) => find(chains, chain),
  }

  async function save(
    kind: string,
    key: string,
    owner: SignedIn,
    life: number,
    group?: string,
  ): Promise<void> {
    const expiresAt = clock() + life * 1000
    await store.save(kind, key, { ...owner } as unknown as Value, {
      expiresAt,
      ...(group !== undefined && { group }),
    })
  }

  async function find(kind: string, key: string): Promise<SignedIn | undefined> {
    return (await store.find(kind, key))?.value as SignedIn | undefined
  }
}

export interface AskedScopes {
  scopes: readonly string[]
  /** The client named them; otherwise they are the default of the provider. */
  isAsked: boolean
  /** Of the client and of the owner. */
  ceilings: readonly Ceiling[]
}

/** An owner, and the scopes asked for unless the registry selects others. Refuses scopes beyond the ceilings. */
export function signedInAs(
  { credential, metadata, selectedScope, ceiling }: User,
  { scopes, isAsked, ceilings }: AskedScopes,
): SignedIn {
  return {
    subject: credential,
    scopes: [...selectScopes(selectedScope, scopes, ceilings, isAsked)],
    metadata: metadata?.accessToken ?? null,
    payload: metadata?.payload ?? null,
    ceiling: ceiling ?? null,
  }
}
