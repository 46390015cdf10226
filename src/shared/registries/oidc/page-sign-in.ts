/**
 * Signs users of a page of this server in at another provider. The page keeps what the sign-in needs in a cookie: no
 * other browser completes the sign-in, and the server stores nothing for visitors.
 */
import { randomBytes } from 'node:crypto'
import type { BrowserSignInRequest, PendingSignIn, SignInRejection } from '../contract/user-registry.ts'

/** The sign-ins of a page. Methods throw `RegistryUnavailableError`. */
export interface PageSignIn<User> {
  /** Returns the URL to redirect to, and the value of an `HttpOnly` cookie, with its life in seconds. */
  begin(callback: string): Promise<{ url: string; cookie: string; seconds: number }>
  /** Returns the user who came back to `callback` with a query string, or why not. `cookie` is the one of `begin`. */
  complete(query: string, callback: string, cookie: string | undefined): Promise<User | SignInRejection>
}

/** How long a user has to sign in at the other provider. */
const signInSeconds = 600

const maxCookieLength = 1000

/** Returns the sign-ins of a page by a client of another provider. */
export function openPageSignIn<User>(client: {
  begin(request: BrowserSignInRequest): Promise<PendingSignIn>
  complete(returned: URL, pending: PendingSignIn): Promise<User | SignInRejection>
}): PageSignIn<User> {
  return {
    async begin(callback) {
      const state = randomBytes(32).toString('base64url')
      const { url, nonce, verifier } = await client.begin({ callback, state })
      return { url, cookie: [state, nonce, verifier].join('.'), seconds: signInSeconds }
    },

    async complete(query, callback, cookie = '') {
      const [state, nonce, verifier] = cookie.length > maxCookieLength ? [] : cookie.split('.')
      if (!state || !nonce || !verifier) return { rejected: 'it did not begin in this browser, or took too long' }
      const returned = new URL(callback)
      returned.search = query
      return client.complete(returned, { url: '', callback, state, nonce, verifier })
    },
  }
}
