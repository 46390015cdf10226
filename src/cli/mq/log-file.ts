/** A log in a file that does not grow without end: when it is full, it is kept under another name and begun anew. */
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'

const fullBytes = 20 * 1024 * 1024
const kept = 2 // beside the one that is written

export interface LogFile {
  write(line: string): void
}

export function openLogFile(folder: string, name: string, full = fullBytes): LogFile {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, name)
  let size = sizeOf(file)

  return {
    write(line) {
      try {
        if (size > 0 && size + line.length > full) {
          for (let each = kept - 1; each > 0; each -= 1) move(`${file}.${each}`, `${file}.${each + 1}`)
          move(file, `${file}.1`)
          size = 0
        }
        appendFileSync(file, line, { mode: 0o600 })
        size += line.length
      } catch {
        // A full disk must not end the server; what it has to say is lost.
      }
    },
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

function move(from: string, to: string): void {
  if (statSync(from, { throwIfNoEntry: false })) renameSync(from, to)
}
