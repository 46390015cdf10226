/** Lines of JSON between a program and the MQ host: one request or one response per line, in their order. */
import type { Socket } from 'node:net'

export type MqiResponse = { result?: unknown } | { error: { reasonCode: number | undefined; message: string } }

/** A call that the queue manager rejected, with its MQ reason code. */
export class MqiCallError extends Error {
  override name = 'MqiCallError'
  /** The MQ completion code of a failure. */
  readonly completionCode = 2
  readonly reasonCode: number

  constructor(reasonCode: number, message: string) {
    super(message)
    this.reasonCode = reasonCode
  }
}

/** A line holds one message, whose body in Base64 takes four thirds of its length. */
const maxLineBytes = 256 * 1024 * 1024
const lineFeed = 10

/** Writes a value as one line. Buffers and bigints keep their types. */
export function encodeLine(value: unknown): string {
  return `${JSON.stringify(value, encodeValue)}\n`
}

export function decodeLine(line: string): unknown {
  return JSON.parse(line, decodeValue)
}

/** Calls `onLine` for each line of a socket, and `onEnd` once when the socket ends or fails. */
export function readLines(socket: Socket, onLine: (line: string) => void, onEnd: () => void): void {
  let parts: Buffer[] = []
  let bytes = 0
  socket.on('data', (chunk: Buffer) => {
    let from = 0
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, from)) {
      parts.push(chunk.subarray(from, at))
      onLine(Buffer.concat(parts).toString('utf8'))
      parts = []
      bytes = 0
      from = at + 1
    }
    parts.push(chunk.subarray(from))
    bytes += chunk.length - from
    if (bytes > maxLineBytes) socket.destroy()
  })
  let ended = false
  for (const event of ['end', 'close'] as const) {
    socket.once(event, () => {
      if (!ended) onEnd()
      ended = true
    })
  }
  socket.on('error', () => socket.destroy())
}

/** Sees the value before `Buffer.toJSON`, which would turn a buffer into a list of numbers. */
function encodeValue(this: unknown, key: string, value: unknown): unknown {
  const original = (this as Record<string, unknown>)[key]
  if (Buffer.isBuffer(original)) return { $bytes: original.toString('base64') }
  return typeof value === 'bigint' ? { $bigint: value.toString() } : value
}

function decodeValue(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { $bytes: bytes, $bigint: bigint } = value as { $bytes?: string; $bigint?: string }
  if (typeof bytes === 'string') return Buffer.from(bytes, 'base64')
  return typeof bigint === 'string' ? BigInt(bigint) : value
}
