/** Starts the MQ host as a detached process, which outlasts the command and its shell. */
import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolderSync } from '../../../shared/lib/files/make-folder.ts'
import { findModule } from '../../../shared/lib/package/source-files.ts'
import type { DataFolders } from '../../runtime/index.ts'

const program = findModule('mq/cli/host/host-process')

/** The message of a host that is ready or could not start. */
export interface HostMessage {
  ready: boolean
  reason?: string
  /** Whether another process owns the folder. */
  taken?: boolean
}

class FolderTakenError extends Error {
  override name = 'FolderTaken'
}

const busy = 5 // SQLITE_BUSY, of the lock on the folder

/** Returns whether an error means that another process owns the data folder. */
export function isFolderTaken(error: unknown): boolean {
  const cause = (error as Error).cause as { errcode?: number } | undefined
  return error instanceof FolderTakenError || cause?.errcode === busy
}

/** Starts the host; settles when it accepts commands. Rejects with the reason when it could not start. */
export function startMqHost({ data, logs }: DataFolders): Promise<void> {
  makeFolderSync(logs)
  const output = openSync(join(logs, 'console.log'), 'a', 0o600)
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    cwd: data,
    detached: true, // a session of its own: closing the terminal does not reach it
    env: { ...process.env, SLUICE_DATA: data },
    stdio: ['ignore', output, output, 'ipc'],
  })

  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (status) =>
      reject(new Error(`the server ended at its start, with status ${status}; see ${logs}`)),
    )
    child.once('message', ({ ready, reason, taken }: HostMessage) => {
      child.removeAllListeners('exit')
      child.unref()
      if (ready) resolve()
      else reject(taken ? new FolderTakenError(reason) : new Error(reason))
    })
  })
}
