/**
 * Signs owners in at another provider, for a registry without passwords: each page keeps its pending sign-in in the store, and
 * the other provider sends the browser to one callback URL, which leads back to the page.
 */
import { randomBytes } from 'node:crypto'
import type { Context } from 'koa'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { BrowserSignIn, PendingSignIn, User } from '../../../shared/registries/index.ts'
import type { StateStore } from '../../../shared/storage/index.ts'
import { OauthError } from '../errors/oauth-error.ts'
import { pageLifetimeSeconds } from '../state/approvals.ts'
import { hashRecordId, type StorageKeys } from '../state/storage-keys.ts'
import { seeOther } from './browser-session.ts'

/** The path of the callback, below the provider. */
export const callbackPath = '/oauth2/callback'

/** What a page asks of the other provider. */
export type SignInDemands = { acrValues?: string | undefined; maxAge?: number | undefined; prompt?: string | undefined }

/** The dependencies of `buildBrowserSignIns`. */
export interface BrowserSignInDeps {
  issuer: string
  store: StateStore
  storageKeys: StorageKeys
  clock: Clock
  /** The attributes that are claims of the provider. */
  attributes: readonly string[]
}

const pageNames = /^(login~[\w-]{1,64}|account)$/

/** Sign-ins at another provider. Methods throw `RegistryUnavailableError`, and when the store fails. */
export type BrowserSignIns = ReturnType<typeof buildBrowserSignIns>

/** Returns the sign-ins of one provider. */
export function buildBrowserSignIns(signIn: BrowserSignIn, deps: BrowserSignInDeps) {
  const { issuer, store, storageKeys, clock, attributes } = deps
  const kind = storageKeys.model('PendingSignIn')
  const callback = `${issuer}${callbackPath}`

  return {
    /** Begins a sign-in of a page and returns the URL to redirect to. Only the browser that has `id` can complete it. */
    async begin(id: string, page: string, { acrValues, maxAge, prompt }: SignInDemands = {}): Promise<string> {
      const pending = await signIn.begin({
        callback,
        state: `${page}.${randomBytes(32).toString('base64url')}`,
        acrValues,
        maxAge,
        prompt,
      })
      const expiresAt = clock() + pageLifetimeSeconds * 1000
      await store.save(kind, hashRecordId(id), { ...pending }, { expiresAt })
      return pending.url
    },

    /** Returns the user who came back to the page, or why not; undefined when no sign-in is pending. */
    async complete(id: string, ctx: Context): Promise<User | { rejected: string } | undefined> {
      const entry = await store.find(kind, hashRecordId(id))
      if (!entry || !(await store.consume(kind, hashRecordId(id)))) return undefined
      return signIn.complete(new URL(`${callback}?${ctx.querystring}`), entry.value as PendingSignIn, attributes)
    },
  }
}

/** Leads a browser that comes back from the other provider to its page. Throws `invalid_request` for any other `state`. */
export function buildCallback(path: string) {
  return function returnToPage(ctx: Context): void {
    const { state } = ctx.query
    const [page = ''] = typeof state === 'string' ? state.split('.', 1) : []
    if (!pageNames.test(page)) throw new OauthError('invalid_request', 'This sign-in did not begin here')
    seeOther(ctx, `${path}/oauth2/${page.replace('~', '/')}?${ctx.querystring}`)
  }
}
