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

const gatheredLength = 32 * 1024 // characters
const gatheredMs = 50
/** When nobody takes the lines any more, those beyond this are dropped rather than kept in memory. */
const mostBytes = 16 * 1024 * 1024

export function openLines(fd: number): Lines {
  let gathered = '' // and not the stream's own buffer, which is measured anew with every line
  let timer: NodeJS.Timeout | undefined
  const stream = pino.destination({ fd, sync: false, maxLength: mostBytes })
  stream.on('error', () => {}) // a reader that has gone must not end the process that logs

  process.once('exit', lastWords)

  function lastWords(): void {
    handOver()
    stream.flushSync()
  }

  function handOver(): void {
    clearTimeout(timer)
    timer = undefined
    if (gathered === '') return
    const lines = gathered
    gathered = ''
    stream.write(lines)
  }

  return {
    write(line) {
      gathered += line
      if (gathered.length >= gatheredLength) handOver()
      else timer ??= setTimeout(handOver, gatheredMs).unref()
    },
    close() {
      process.off('exit', lastWords)
      handOver()
      return new Promise((resolve) => stream.flush(() => resolve()))
    },
  }
}
