/** What people tell of themselves when they sign up. */
import type { StateStore } from '../../storage/index.ts'

export interface ProfileStore {
  save(name: string, findEmail: string | undefined): Promise<void>
  /** The mail address, if there is one. */
  email(name: string): Promise<string | undefined>
}

/** `fold` makes one form of all spellings of a name. */
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
