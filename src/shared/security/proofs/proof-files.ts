/** The files of used proofs: one for each minute in which proofs expire, with the first 8 bytes of the hash of each. */
import { type FileHandle, open, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../lib/files/make-folder.ts'
import { ensurePrivateFile } from '../../lib/files/private-file.ts'

export const bytesPerProof = 8
const syncIntervalMs = 1_000

type HashedProof = { minute: number; hash: Buffer }

/** Returns the files of a folder. `isOver` tells which minutes are past; their files are removed. */
export function openProofFiles(folder: string, isOver: (minute: number) => boolean) {
  const files = new Map<number, FileHandle>()
  let isSyncDue = false

  return {
    /** Calls `add` for each proof that can still be valid. Rejects when a file cannot be read. */
    async load(add: (minute: number, hash: Buffer) => void): Promise<void> {
      await removeOld()
      for (const minute of await listMinutes(folder)) {
        const bytes = await readFile(join(folder, String(minute)))
        for (let at = 0; at + bytesPerProof <= bytes.length; at += bytesPerProof) add(minute, bytes.subarray(at))
      }
    },

    /** Appends proofs, and returns when the operating system has them. Rejects when the disk is full. */
    async append(proofs: readonly HashedProof[]) {
      try {
        for (const [minute, group] of Map.groupBy(proofs, (each) => each.minute)) {
          const file = files.get(minute) ?? (await openMinute(minute))
          await file.appendFile(Buffer.concat(group.map(({ hash }) => hash.subarray(0, bytesPerProof))))
        }
      } catch (error) {
        for (const minute of [...files.keys()]) await close(minute) // the next ones remove half a proof
        throw error
      }
      if (!isSyncDue) setTimeout(sync, syncIntervalMs).unref()
      isSyncDue = true
      return proofs.map(() => ({ value: true }))
    },
  }

  async function openMinute(minute: number): Promise<FileHandle> {
    await removeOld()
    const path = join(folder, String(minute))
    ensurePrivateFile(path)
    const file = await openFile(path)
    files.set(minute, file)
    return file
  }

  async function removeOld(): Promise<void> {
    await makeFolder(folder, { mode: 0o700 })
    for (const minute of await listMinutes(folder)) {
      if (!isOver(minute)) continue
      await close(minute)
      await rm(join(folder, String(minute)), { force: true })
    }
  }

  async function close(minute: number): Promise<void> {
    await files.get(minute)?.close()
    files.delete(minute)
  }

  function sync(): void {
    isSyncDue = false
    for (const file of files.values()) file.datasync().catch(() => {}) // a file that was closed meanwhile
  }
}

/** Opens a file for appending, after removing half a proof at its end. */
async function openFile(path: string): Promise<FileHandle> {
  const file = await open(path, 'a')
  const { size } = await file.stat()
  if (size % bytesPerProof !== 0) await file.truncate(size - (size % bytesPerProof))
  return file
}

async function listMinutes(folder: string): Promise<number[]> {
  const names = await readdir(folder)
  return names.filter((name) => /^\d{1,12}$/.test(name)).map(Number)
}
