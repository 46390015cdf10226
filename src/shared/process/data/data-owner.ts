/** Which user works in a data folder: its owner, also when root types a command. */
import { statSync } from 'node:fs'

/** Root has started a process in the data folder of another user. */
export class DataOwnerError extends Error {
  override name = 'DataOwnerError'
}

/**
 * Makes this process the owner of the data folder when root runs it. Throws a `DataOwnerError` when the system does not
 * permit that. Call it before anything is written: files of root would stop the service that owns the folder.
 */
export function becomeDataOwner(folder: string): void {
  const owner = findOtherOwner(folder)
  if (!owner) return
  try {
    process.setgroups?.([owner.gid])
    process.setgid?.(owner.gid)
    process.setuid?.(owner.uid)
  } catch (cause) {
    throw new DataOwnerError(describe(folder, owner.uid), { cause })
  }
}

/** Throws a `DataOwnerError` when root runs this process and another user owns the data folder. */
export function requireDataOwner(folder: string): void {
  const owner = findOtherOwner(folder)
  if (owner) throw new DataOwnerError(describe(folder, owner.uid))
}

function findOtherOwner(folder: string): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const found = statSync(folder, { throwIfNoEntry: false })
  return found && found.uid !== 0 ? found : undefined
}

function describe(folder: string, uid: number): string {
  return `the data folder ${folder} belongs to user ${uid}, and this process is root, whose files that user could not change: run it as that user (sudo -u '#${uid}' …), or give the folder to root`
}
