/**
 * The audit trail: who changed what, and when. One line of JSON for each action, in a file that only grows.
 *
 * It never holds a secret.
 */
import { appendFile, mkdir } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'

export type WriteAuditEntry = (action: string, details: Record<string, unknown>) => Promise<void>

/** The trail of a data folder, `audit.jsonl`. Rejects when it cannot be written. */
export function openAuditTrail(dataFolder: string, now: () => number = Date.now): WriteAuditEntry {
  const file = join(dataFolder, 'audit.jsonl')
  return async (action, details) => {
    const entry = { at: new Date(now()).toISOString(), who: whoActs(), action, ...details }
    await mkdir(dirname(file), { recursive: true })
    await appendFile(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 })
  }
}

/** The user of the operating system, and who it was before `sudo`. */
function whoActs(): string {
  const before = process.env.SUDO_USER
  const now = nameOfUser()
  return before && before !== now ? `${before} as ${now}` : now
}

function nameOfUser(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}` // one without an entry among the users
  }
}
