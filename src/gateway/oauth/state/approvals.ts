/** Stores the decisions that an owner makes on the sign-in and consent pages, until the client redeems its code. */
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { User, UserTokenCeiling } from '../../../shared/registries/index.ts'
import type { StateStore } from '../../../shared/storage/index.ts'
import { hashRecordId, type StorageKeys } from './storage-keys.ts'

/** How long the sign-in and consent pages of one authorization request are valid, in seconds. */
export const pageLifetimeSeconds = 600
/** How long an authorization code can be redeemed, in seconds. */
export const codeLifetimeSeconds = 60
/** How long what the owner allowed is stored, in seconds: the life of the pages and of the code. */
export const approvalLifetimeSeconds = pageLifetimeSeconds + codeLifetimeSeconds

/** An owner who has signed in, and the scopes to consent to. */
export interface SignedInOwner {
  subject: string
  scopes: string[]
  /** Text from the registry: `metadata` for the access token, `payload` for the token response. */
  metadata: string | null
  payload: string | null
  /** The token ceiling that the registry returned for the owner. */
  ceiling: UserTokenCeiling | null
  /** The claims about the owner that clients can receive. */
  claims: Readonly<Record<string, string | boolean>>
  /** What the registry returned, where the provider has sessions. */
  user: User | null
  /** When the owner signed in, in seconds since the epoch. */
  signedInAt: number
  /** The authentication context class of the sign-in. */
  acr: string | null
}

/** The stored decisions of owners. All methods throw when the store fails. */
export type Approvals = ReturnType<typeof openApprovals>

/** Opens the decisions of owners of one provider. */
export function openApprovals(store: StateStore, storageKeys: StorageKeys, clock: Clock) {
  const pages = storageKeys.model('SignedIn')
  const chains = storageKeys.model('Approval')

  return {
    /** Stores the owner who signed in on a page, for 600 s. */
    saveSignIn: (page: string, owner: SignedInOwner): Promise<void> =>
      save(pages, hashRecordId(page), owner, pageLifetimeSeconds),
    findSignIn: (page: string): Promise<SignedInOwner | undefined> => find(pages, hashRecordId(page)),
    /** Stores what the owner allowed, by chain, until the code can no longer be redeemed or the chain is revoked. */
    saveApproval: (chain: string, owner: SignedInOwner): Promise<void> =>
      save(chains, chain, owner, approvalLifetimeSeconds, storageKeys.chain(chain)),
    findApproval: (chain: string): Promise<SignedInOwner | undefined> => find(chains, chain),
  }

  async function save(kind: string, key: string, owner: SignedInOwner, life: number, group?: string): Promise<void> {
    const expiresAt = clock() + life * 1000
    await store.save(kind, key, { ...owner }, { expiresAt, group })
  }

  async function find(kind: string, key: string): Promise<SignedInOwner | undefined> {
    return (await store.find(kind, key))?.value as SignedInOwner | undefined
  }
}
