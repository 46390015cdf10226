/** Detects a base URL that has changed since the last start: tokens of the earlier issuers are then rejected. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../../shared/lib/files/make-folder.ts'
import { replaceFile } from '../../../shared/lib/files/replace-file.ts'
import type { Log } from '../../../shared/lib/output/log.ts'

/** Warns of a change, and keeps the base URL for the next start. Never rejects: a full disk only causes a warning. */
export async function recordBaseUrl(dataFolder: string, baseUrl: string, log: Log): Promise<void> {
  const file = join(dataFolder, 'base-url')
  try {
    const before = await readFile(file, 'utf8').catch(() => undefined)
    if (before === baseUrl) return
    if (before !== undefined) {
      const message =
        'the base URL of the issuers has changed: tokens that were issued before are refused; set SLUICE_BASE_URL to keep it'
      log.warn({ before, baseUrl }, message)
    }
    await makeFolder(dataFolder, { mode: 0o700 })
    await replaceFile(file, baseUrl)
  } catch (error) {
    log.warn({ err: error, file }, 'the base URL cannot be recorded: the next start will not detect a change')
  }
}
