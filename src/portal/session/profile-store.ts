/** Stores the email addresses that users enter at sign-up. */
import type { StateStore } from '../../storage/index.ts'

export interface ProfileStore {
  save(name: string, findEmail: string | undefined): Promise<void>
  /** Returns the email address, or undefined if the user gave none. */
  email(name: string): Promise<string | undefined>
}

/** `fold` returns one canonical form for all spellings of a user name. */
export function openProfileStore(
  path: string,
  store: StateStore,
  fold: (name: string) => string,
): ProfileStore {
  const kind = `portal-profiles ${path}`

  return {
    save(name, email) {
      return email === undefined ? store.remove(kind, fold(name)) : store.save(kind, fold(name), { email })
    },
    async email(name) {
      const profile = (await store.find(kind, fold(name)))?.value as { email: string } | undefined
      return profile?.email
    },
  }
}
