/** Rotates the audit trail: an old or full file gets the time in its name. Entries reopen it: `logrotate` may too. */
import { randomBytes } from 'node:crypto'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export interface AuditRotation {
  /** The size in bytes at which a file is rotated; 0 for no limit. */
  maxBytes: number
  /** The age of the first entry in milliseconds at which a file is rotated; 0 for no limit. */
  maxAgeMs: number
  /** The number of rotated files that are kept; 0 keeps all. */
  keptFiles: number
}

/** Neither size nor age is limited, and no file is removed. */
export const noAuditRotation: AuditRotation = { maxBytes: 0, maxAgeMs: 0, keptFiles: 0 }

const rotatedName = /^audit-\d{4}-\d{2}-\d{2}T\d{6}\.\d{3}Z-[0-9a-f]{8}\.jsonl$/
const maxHeadBytes = 256

/** Rotates the file when it is full or old, and removes the oldest rotated files above the kept number. */
export async function rotateAudit(file: string, rotation: AuditRotation, now: number): Promise<void> {
  if (!(await isDue(file, rotation, now))) return
  const folder = dirname(file)
  const time = new Date(now).toISOString().replaceAll(':', '')
  // Two processes may rotate at once. The second one then renames a file with few entries, to a name of its own.
  const name = `audit-${time}-${randomBytes(4).toString('hex')}.jsonl`
  await rename(file, join(folder, name)).catch(ignoreMissing)
  if (rotation.keptFiles === 0) return
  const rotated = (await readdir(folder)).filter((name) => rotatedName.test(name)).sort()
  for (const name of rotated.slice(0, -rotation.keptFiles)) await rm(join(folder, name), { force: true })
}

async function isDue(file: string, { maxBytes, maxAgeMs }: AuditRotation, now: number): Promise<boolean> {
  if (maxBytes === 0 && maxAgeMs === 0) return false
  await using handle = await open(file, 'r').catch(ignoreMissing)
  if (!handle) return false
  const { size } = await handle.stat()
  if (maxBytes > 0 && size >= maxBytes) return true
  if (maxAgeMs === 0) return false
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxHeadBytes), 0, maxHeadBytes, 0)
  const at = /^\{"at":"([^"]+)"/.exec(buffer.toString('utf8', 0, bytesRead))?.[1]
  return at !== undefined && now - Date.parse(at) >= maxAgeMs
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
