/** A log file with rotation: a full file is renamed, and a new one is started. */
import { appendFileSync, renameSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolderSync } from '../../../lib/files/make-folder.ts'

export interface LogFile {
  write(line: string): void
}

/** A file is full at `maxFileBytes` bytes; `maxOldFiles` older files stay beside it. Writing never throws. */
export function openLogFile(
  folder: string,
  name: string,
  { maxFileBytes, maxOldFiles }: { maxFileBytes: number; maxOldFiles: number },
): LogFile {
  makeFolderSync(folder)
  const file = join(folder, name)
  let size = readSize(file)

  return {
    write(line) {
      try {
        if (size > 0 && size + line.length > maxFileBytes) {
          for (let each = maxOldFiles - 1; each > 0; each -= 1) move(`${file}.${each}`, `${file}.${each + 1}`)
          if (maxOldFiles > 0) move(file, `${file}.1`)
          else truncateSync(file)
          size = 0
        }
        appendFileSync(file, line, { mode: 0o600 })
        size += line.length
      } catch {
        // A full disk must not end the server; the line is lost.
      }
    },
  }
}

function readSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

function move(from: string, to: string): void {
  if (statSync(from, { throwIfNoEntry: false })) renameSync(from, to)
}
