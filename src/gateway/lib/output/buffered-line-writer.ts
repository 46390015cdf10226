/** Writes lines of text to a file descriptor in batches, so that many lines cost one write. */
import { pino } from 'pino'

export interface BufferedLineWriter {
  /** Adds a line, which must end with a line feed. Never blocks; the rest is written when the process exits. */
  write(line: string): void
  /** Hands the lines so far to the operating system now, instead of within 50 ms. */
  flush(): void
  /** Writes the remaining lines and resolves when they are written. */
  close(): Promise<void>
}

const batchBytes = 64 * 1024
const batchDelayMs = 50
const maxBytesPerUnit = 3 // UTF-8 bytes for one UTF-16 unit
/** When the reader of the descriptor stops reading, lines beyond this size are dropped to bound memory. */
const maxBufferedBytes = 16 * 1024 * 1024

export function openBufferedLineWriter(fd: number): BufferedLineWriter {
  const stream = openStream(fd)
  // The batch is collected here, because the stream would measure everything it holds for every line.
  let gathered = Buffer.allocUnsafeSlow(batchBytes)
  let length = 0
  let timer: NodeJS.Timeout | undefined
  process.once('exit', lastWords)

  function lastWords(): void {
    flush()
    stream.flushSync()
  }

  function flush(): void {
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
      if (length + most > batchBytes) flush()
      if (most > batchBytes) {
        stream.write(Buffer.from(line))
        return
      }
      length += gathered.write(line, length)
      timer ??= setTimeout(flush, batchDelayMs).unref()
    },
    flush,
    close() {
      process.off('exit', lastWords)
      flush()
      return new Promise((resolve) => stream.flush(() => resolve()))
    },
  }
}

/** The methods of the stream for bytes, which pino's types do not declare. */
type ByteStream = { write(bytes: Uint8Array): void; flush(done: () => void): void; flushSync(): void }

function openStream(fd: number): ByteStream {
  // Only a stream with a `minLength` waits in `flush`.
  const settings = { fd, sync: false, minLength: 1, maxLength: maxBufferedBytes, contentMode: 'buffer' } as const
  const stream = pino.destination(settings)
  stream.on('error', () => {}) // a reader that closes the descriptor must not end the process
  return stream as unknown as ByteStream
}
