/** The users of a local registry, in a file or in the store of the gateway. */
import type { LocalUser } from './user-file.ts'

/** Finds and changes users. All methods reject when the file or the store fails. */
export interface LocalUsers {
  /** Returns the user with a name in any spelling of the registry; undefined when there is none. */
  find(name: string): Promise<LocalUser | undefined>
  /** Returns all users, in no particular order. */
  list(): Promise<readonly LocalUser[]>
  /** Returns a hash that belongs to no user, to verify for unknown names; undefined when there is no user at all. */
  findDecoyHash(): Promise<string | undefined>
  /** Returns why users cannot be read although nothing failed: there is no user file. */
  findAbsenceReason(): Promise<string | undefined>
  /**
   * Replaces the user with a name by the result of `change`, which gets the user that there is; undefined removes the user.
   * Simultaneous changes happen one after the other. Rejects with what `change` throws, and then changes nothing.
   */
  change(name: string, change: (user: LocalUser | undefined) => LocalUser | undefined): Promise<void>
}

/** Returns the form in which names are compared. It is the same for all spellings of one user's name. */
export function foldName(name: string, caseSensitive: boolean): string {
  const composed = name.normalize('NFC')
  return caseSensitive ? composed : composed.toLowerCase()
}
