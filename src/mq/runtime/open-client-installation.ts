/** Opens the queue managers of a data folder for clients, whose passwords it verifies. */
import type { Log } from '../../shared/lib/output/log.ts'
import type { Clock } from '../../shared/lib/time/clock.ts'
import type { Installation, QueueManagerPart } from '../manager/index.ts'
import type { DataFolders } from './data-folders.ts'

export interface ClientInstallationOptions {
  readonly folders: Pick<DataFolders, 'installation' | 'settings'>
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly log: Log
  readonly clock: Clock
  readonly minFreeBytes: number
  readonly parts: readonly QueueManagerPart[]
}

/** Rejects when another process owns the folder. The users of `mqwebuser.xml` are the users of clients. */
export async function openClientInstallation(options: ClientInstallationOptions): Promise<Installation> {
  const { folders, environment, log, clock, minFreeBytes, parts } = options
  // Every MQ command imports this file, and most only reach a host, which needs none of this code.
  const [{ openPasswordVerifier }, { openInstallation }] = await Promise.all([
    import('../web/index.ts'),
    import('../manager/index.ts'),
  ])
  const passwords = openPasswordVerifier({ folder: folders.settings, environment, log, clock })
  return openInstallation({
    folder: folders.installation,
    clock,
    log,
    minFreeBytes,
    parts,
    verifyPassword: passwords.verify,
    onClosed: passwords.close,
  })
}
