import { randomBytes } from 'node:crypto'

import type { UserTokenCeiling } from '../../registries/index.ts'
import { buildSortableId } from './sortable-id.ts'

/**
 * What an owner allowed a client, once: the root of a chain of tokens. It is kept with each refresh token.
 */
export interface Consent {
  /** Names the chain: every token that this consent leads to carries it. */
  chain: string
  clientId: string
  /** The owner as the registry names them; the client id when there is no owner. */
  subject: string
  scopes: readonly string[]
  /** The grant that began the chain: `password`, `client_credentials`, ... */
  grant: string
  /** Seconds since the epoch: when the chain began. */
  startedAt: number
  /** How often the chain was refreshed. */
  refreshes: number
  /** What the registry wants to stand in each access token. */
  metadata?: string
  /** What the registry said at sign-in of the most that tokens of the owner may have. */
  ceiling?: UserTokenCeiling
}

/** Returns whether an owner gave the consent. A client that acts for itself needs none. */
export function hasOwner({ grant }: Consent): boolean {
  return grant !== 'client_credentials'
}

/** Returns the id of a chain that begins at `now`, in milliseconds. */
export function generateChainId(now: number): string {
  return buildSortableId(now, randomBytes(16).toString('base64url'))
}
