/** The file that says that there is a queue manager, beside the store that holds what is in it. */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import type { QueueManagerState } from './types.ts'

export interface Definition {
  readonly name: string
  readonly description: string
  /** Milliseconds since the epoch; the store carries it as well, so that files are not mixed up. */
  readonly created: number
  /** The state that was reached last: `running` in the file of a manager that nobody runs means that it died. */
  readonly state: QueueManagerState
}

export function definitionFile(folder: string): string {
  return join(folder, 'qmgr.json')
}

/** Throws an `Error` that names the file when it cannot be read or is not whole. */
export function loadDefinition(folder: string): Definition {
  const file = definitionFile(folder)
  try {
    const { name, description, created, state } = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof name !== 'string' || typeof created !== 'number') throw new Error('name or created is missing')
    return { name, description: String(description ?? ''), created, state }
  } catch (error) {
    throw new Error(`${file} is damaged: ${(error as Error).message}`, { cause: error })
  }
}

/** Replaces the file as a whole; on disk when it returns. */
export function saveDefinition(folder: string, definition: Definition): void {
  replaceFile(definitionFile(folder), `${JSON.stringify(definition, null, 2)}\n`)
}

/** Writes beside the file and renames, so that a crash leaves the old text or the new. */
export function replaceFile(file: string, text: string): void {
  const fresh = `${file}.new`
  const handle = openSync(fresh, 'w', 0o600)
  try {
    writeSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(fresh, file)
  syncFolder(dirname(file))
}

/** Removes a queue manager's folder: it is gone by its first step, whatever interrupts the rest. */
export function removeFolder(folder: string): void {
  const old = `${folder}.old`
  rmSync(old, { recursive: true, force: true })
  renameSync(folder, old)
  syncFolder(dirname(folder))
  rmSync(old, { recursive: true, force: true })
}

/** A rename survives a power cut when the folder was synced after it. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** The name of a queue manager as a folder: names may hold slashes, and `.` and `..` are names. */
export function folderName(manager: string): string {
  return manager.replaceAll('/', '&').replaceAll('.', '!')
}

export function managerName(folder: string): string {
  return basename(folder).replaceAll('&', '/').replaceAll('!', '.')
}
