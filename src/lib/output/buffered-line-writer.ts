/**
 * Lines of text to a file descriptor, gathered for a moment so that many of them cost one write.
 */
import { pino } from 'pino'

export interface BufferedLineWriter {
  /** `line` ends with a line feed. Never waits; what is not yet written when the process ends is written then. */
  write(line: string): void
  /** Writes what is left. */
  close(): Promise<void>
}

const batchBytes = 64 * 1024
const batchDelayMs = 50
const maxBytesPerUnit = 3 // of UTF-8 for a unit of UTF-16
/** When nobody takes the lines any more, those beyond this are dropped rather than kept in memory. */
const maxBufferedBytes = 16 * 1024 * 1024

export function openBufferedLineWriter(fd: number): BufferedLineWriter {
  const stream = openStream(fd)
  // Here and not in the stream, which would measure all that it holds anew with every line.
  let gathered = Buffer.allocUnsafeSlow(batchBytes)
  let length = 0
  let timer: NodeJS.Timeout | undefined
  process.once('exit', lastWords)

  function lastWords(): void {
    handOver()
    stream.flushSync()
  }

  function handOver(): void {
    clearTimeout(timer)
    timer = undefined
    if (length === 0) return
    stream.write(gathered.subarray(0, length))
    gathered = Buffer.allocUnsafeSlow(batchBytes)
    length = 0
  }

  return {
    write(line) {
      const most = line.length * maxBytesPerUnit
      if (length + most > batchBytes) handOver()
      if (most > batchBytes) {
        stream.write(Buffer.from(line))
        return
      }
      length += gathered.write(line, length)
      timer ??= setTimeout(handOver, batchDelayMs).unref()
    },
    close() {
      process.off('exit', lastWords)
      handOver()
      return new Promise((resolve) => stream.flush(() => resolve()))
    },
  }
}

/** What the stream is when it takes bytes, which its own types do not say. */
interface ByteStream {
  write(bytes: Uint8Array): void
  flush(done: () => void): void
  flushSync(): void
}

function openStream(fd: number): ByteStream {
  // Only a stream that gathers waits in `flush`.
  const settings = {
    fd,
    sync: false,
    minLength: 1,
    maxLength: maxBufferedBytes,
    contentMode: 'buffer',
  } as const
  const stream = pino.destination(settings)
  stream.on('error', () => {}) // a reader that has gone must not end the process that logs
  return stream as unknown as ByteStream
}
