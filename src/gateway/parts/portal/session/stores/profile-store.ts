/** Stores the email addresses of users, and whether they are verified. */
import type { StateStore } from '../../../../../shared/storage/index.ts'

export interface Profile {
  email: string
  /** Whether the user has opened the link that was sent to the address. */
  isVerified: boolean
}

export interface ProfileStore {
  /** Saves the address of a user; undefined removes it. */
  save(name: string, email: string | undefined, state?: { isVerified: boolean }): Promise<void>
  /** Notes that the user has opened the link. Returns false when the user has another address by now. */
  verify(name: string, email: string): Promise<boolean>
  /** Returns the profile, or undefined if the user has given no address. */
  find(name: string): Promise<Profile | undefined>
}

/** `fold` returns one canonical form for all spellings of a user name. */
export function openProfileStore(path: string, store: StateStore, fold: (name: string) => string): ProfileStore {
  const kind = `portal-profiles ${path}`

  return {
    save(name, email, { isVerified } = { isVerified: false }) {
      if (email === undefined) return store.remove(kind, fold(name))
      return store.save(kind, fold(name), { email, isVerified })
    },
    async verify(name, email) {
      const stored = (await store.find(kind, fold(name)))?.value as Profile | undefined
      return stored?.email === email && store.replace(kind, fold(name), stored, { email, isVerified: true })
    },
    async find(name) {
      const stored = (await store.find(kind, fold(name)))?.value as Partial<Profile> | undefined
      // Profiles of earlier versions have no `isVerified`.
      return stored?.email === undefined ? undefined : { email: stored.email, isVerified: stored.isVerified === true }
    },
  }
}
