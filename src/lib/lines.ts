/**
 * Lines of text to a file descriptor, gathered for a moment so that many of them cost one write.
 */
import { pino } from 'pino'

export interface Lines {
  /** `line` ends with a line feed. Never waits; what is not yet written when the process ends is written then. */
  write(line: string): void
  /** Writes what is left. */
  close(): Promise<void>
}

const gatheredBytes = 32 * 1024
const gatheredMs = 50
/** When nobody takes the lines any more, those beyond this are dropped rather than kept in memory. */
const mostBytes = 16 * 1024 * 1024

export function openLines(fd: number): Lines {
  const stream = pino.destination({
    fd,
    sync: false,
    minLength: gatheredBytes,
    maxWrite: 2 * gatheredBytes,
    maxLength: mostBytes,
    periodicFlush: gatheredMs,
  })
  stream.on('error', () => {}) // a reader that has gone must not end the process that logs
  return {
    write(line) {
      stream.write(line)
    },
    close() {
      return new Promise((resolve) => stream.flush(() => resolve()))
    },
  }
}
