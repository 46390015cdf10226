/**
 * The work of one token request: for which consent it issues tokens, and the writes that belong to them.
 *
 * The adapters of oidc-provider collect the writes, which are stored together before the response leaves. So one commit
 * holds them all, a failure while signing uses up no code and no refresh token, and of concurrent requests with the same
 * code or refresh token exactly one gets tokens: oidc-provider itself marks them as used without asking whether another
 * request was first.
 */
import type { AppliedTokenCeiling } from '../scopes/token-ceilings.ts'
import type { Consent } from './consent.ts'
import type { openRefreshTokens } from './refresh-tokens.ts'

/** The work of one token request. */
export interface TokenWork {
  /** The time of the request, in seconds since the epoch. */
  now: number
  /** What the tokens are issued for: of the stored code or refresh token, or of the sign-in. */
  consent: Consent | undefined
  /** When the consent that the request continues began, in seconds since the epoch; undefined for a new one. */
  since: number | undefined
  /** The ceilings of the client and the owner at this moment. */
  ceilings: readonly AppliedTokenCeiling[]
  /** The scopes to issue, when they are not derived from the consent. */
  scopes: readonly string[] | undefined
  /** Whether the client gets a reference to the access token. */
  isReference: boolean
  /** The text that the registry adds to the token response. */
  metadata: string | undefined
  /** When the returned refresh token expires, in milliseconds since the epoch. */
  refreshExpiresAt: number | undefined
  /** The code or refresh token to use up: returns whether this request was first. */
  spend: { what: 'code' | 'refresh_token'; run(): Promise<boolean> } | undefined
  /** Writes to store, each with what undoes it when another request was first. */
  writes: { run(): Promise<void>; undo?(): Promise<void> }[]
}

/** Returns the work of a request that begins at a time in milliseconds since the epoch. */
export function openTokenWork(now: number): TokenWork {
  return {
    now: Math.floor(now / 1000),
    consent: undefined,
    since: undefined,
    ceilings: [],
    scopes: undefined,
    isReference: false,
    metadata: undefined,
    refreshExpiresAt: undefined,
    spend: undefined,
    writes: [],
  }
}

/** Adds the record of a new refresh token, which continues a consent, to the work. */
export function addRefreshToken(
  work: TokenWork,
  { token, consent, lifetimeSeconds }: { token: string; consent: Consent; lifetimeSeconds: number },
  refreshTokens: ReturnType<typeof openRefreshTokens>,
): void {
  const expiresAt = (work.now + lifetimeSeconds) * 1000
  work.refreshExpiresAt = expiresAt
  work.writes.push({
    run: () => refreshTokens.save(token, consent, expiresAt),
    undo: () => refreshTokens.remove(token),
  })
}

/** Stores the writes. Returns false, and undoes them, when another request has used up the code or refresh token. */
export async function storeTokenWork({ spend, writes }: TokenWork): Promise<boolean> {
  // All writes run at once, so that they share a commit.
  const [isFirst] = await Promise.all([spend?.run() ?? true, ...writes.map(({ run }) => run())])
  if (!isFirst) await Promise.all(writes.map(({ undo }) => undo?.()))
  return isFirst
}
