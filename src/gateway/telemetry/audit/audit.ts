/** The audit trail: a line of JSON for each administrative action, with its time and user. It never holds a secret. */
import { appendFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { attempt } from '../../../shared/lib/collections/attempt.ts'
import { makeFolder } from '../../../shared/lib/files/make-folder.ts'
import { ensurePrivateFile } from '../../../shared/lib/files/private-file.ts'
import type { Log } from '../../../shared/lib/output/log.ts'
import { type AuditRotation, rotateAudit } from './rotate-audit.ts'

export type WriteAuditEntry = (action: string, details: Record<string, unknown>) => Promise<void>

export type AuditTrailOptions = { dataFolder: string; rotation: AuditRotation; now?: () => number }

/** Opens the audit trail of a data folder. The function rejects when `audit.jsonl` cannot be written or rotated. */
export function openAuditTrail({ dataFolder, rotation, now = Date.now }: AuditTrailOptions): WriteAuditEntry {
  const file = join(dataFolder, 'audit.jsonl')
  return async (action, details) => {
    const entry = { at: new Date(now()).toISOString(), who: whoActs(), action, ...details }
    await makeFolder(dirname(file), { mode: 0o700 })
    await rotateAudit(file, rotation, now())
    ensurePrivateFile(file)
    await appendFile(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 })
  }
}

/** Returns a writer that never rejects: the log has an entry that cannot be written, because what it is about has happened. */
export function logAuditFailures(audit: WriteAuditEntry, log: Log): WriteAuditEntry {
  return (action, details) =>
    audit(action, details).catch((error: unknown) => {
      log.error({ err: error, action, ...details }, 'the audit trail could not be written')
    })
}

/** Returns the user of the operating system; after `sudo` also the user who called it. */
function whoActs(): string {
  const before = process.env.SUDO_USER
  // The user may have no entry in the user database.
  const now = attempt(() => userInfo().username) ?? `user ${process.getuid?.() ?? 'unknown'}`
  return before && before !== now ? `${before} as ${now}` : now
}
