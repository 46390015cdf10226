/** Reads the whole body of a request, up to a limit. */
import type { IncomingMessage } from 'node:http'
import { addChunk } from '../../lib/memory/add-chunk.ts'
import { followBody, unfollowBody } from './follow-body.ts'

/** The client disconnected before the request was complete, so no response is possible. */
export class ClientDisconnectedError extends Error {
  override name = 'ClientDisconnectedError'
}

/**
 * Returns the bytes of the body. Rejects with the error of `createTooLongError` as soon as the client announces or
 * sends more than `maxBytes`, and with `ClientDisconnectedError` when the body is incomplete.
 */
export function readBody(request: IncomingMessage, maxBytes: number, createTooLongError: () => Error): Promise<Buffer> {
  return readBodyWithDynamicLimit(request, maxBytes, async () => {
    throw createTooLongError()
  })
}

/**
 * Returns the bytes of the body. When the client announces or sends more than `initialMaxBytes`, it pauses the request
 * and calls `raiseLimit`, which returns the new limit in bytes or throws the error that rejects the body. Rejects with
 * `ClientDisconnectedError` when the body is incomplete.
 */
export function readBodyWithDynamicLimit(
  request: IncomingMessage,
  initialMaxBytes: number,
  raiseLimit: (neededBytes: number) => Promise<number>,
): Promise<Buffer> {
  if (!hasBody(request)) return Promise.resolve(emptyBody)
  const announced = Number(request.headers['content-length'] ?? 0)
  // Before the body is read: a client that expects 100 Continue is not asked for a body that is too long.
  if (announced > initialMaxBytes) return readLongBody(request, announced, raiseLimit)
  const whole = readBufferedBody(request, announced)
  return whole ? Promise.resolve(whole) : collectBody(request, initialMaxBytes, raiseLimit)
}

/** Returns whether a request has a body of at least one byte or of unknown length: RFC 9112 section 6.3. */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0
}

async function readLongBody(
  request: IncomingMessage,
  announced: number,
  raiseLimit: (neededBytes: number) => Promise<number>,
): Promise<Buffer> {
  let maxBytes = 0
  while (announced > maxBytes) maxBytes = await raiseLimit(announced)
  if (request.destroyed && !request.complete) throw new ClientDisconnectedError(brokenOffText)
  return readBufferedBody(request, announced) ?? collectBody(request, maxBytes, raiseLimit)
}

function collectBody(
  request: IncomingMessage,
  initialMaxBytes: number,
  raiseLimit: (neededBytes: number) => Promise<number>,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    let maxBytes = initialMaxBytes
    let isRaising = false
    let hasEnded = false

    const rejectBody = (error: unknown) => {
      stop()
      chunks.length = 0
      reject(error)
    }
    const grow = (neededBytes: number) => {
      isRaising = true
      request.pause()
      raiseLimit(neededBytes).then((raised) => {
        maxBytes = raised
        isRaising = false
        if (length > maxBytes) grow(length)
        else if (hasEnded) resolve(join())
        else request.resume()
      }, rejectBody)
    }
    const onData = (chunk: Buffer) => {
      addChunk(chunks, chunk)
      length += chunk.length
      if (length > maxBytes) grow(length)
    }
    // The end also comes to a paused request when its last bytes are those that are too many.
    const onEnd = () => {
      hasEnded = true
      stop()
      if (!isRaising) resolve(join())
    }
    const join = () => (chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, length))
    const onClose = () => rejectBody(new ClientDisconnectedError(brokenOffText))
    const stop = () => unfollowBody(request)

    followBody(request, { onData, onEnd, onClose })
  })
}

const emptyBody = Buffer.alloc(0)
const brokenOffText = 'the client disconnected before the end of the body'

/** A request that keeps a body which arrived together with its head, such as that of the fast path. */
export interface BufferedRequest extends IncomingMessage {
  /** Returns the body once; undefined when the body streams. */
  takeWholeBody(): Buffer | undefined
}

/** Returns whether a request may keep a body that arrived together with its head. */
export function isBuffered(request: IncomingMessage): request is BufferedRequest {
  return 'takeWholeBody' in request
}

/** Returns the body when it has arrived together with the head, as most do. */
function readBufferedBody(request: IncomingMessage, length: number): Buffer | undefined {
  if (isBuffered(request)) return request.takeWholeBody()
  if (!request.complete || request.readableLength !== length) return undefined
  return request.read() ?? undefined
}
