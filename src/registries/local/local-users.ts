/** The users of a local registry, in a file or in the store of the gateway. */
import type { LocalUser } from './user-file.ts'

/** What one look at the file or the store finds. */
export interface UserLookUp {
  /** Undefined when there is no such user. */
  user: LocalUser | undefined
  /** Returns a hash that belongs to no user, to verify for an unknown name; undefined when there is no user at all. */
  findDecoyHash(): string | undefined | Promise<string>
  /** Why there is no user at all although nothing failed: there is no user file. */
  absence: string | undefined
}

/** Finds and changes users. All methods reject when the file or the store fails. */
export interface LocalUsers {
  /** Returns the user with a name in any spelling of the registry. */
  lookUp(name: string): Promise<UserLookUp>
  /** Returns all users, in no particular order. */
  list(): Promise<readonly LocalUser[]>
  /**
   * Replaces the user with a name by the result of `change`, which gets the user that there is; undefined removes the user.
   * Simultaneous changes happen one after the other. Rejects with what `change` throws, and then changes nothing.
   */
  change(name: string, change: (user: LocalUser | undefined) => LocalUser | undefined): Promise<void>
}
