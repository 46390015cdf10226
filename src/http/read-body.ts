/** The body of a request, read whole once and never beyond a limit. */
import type { IncomingMessage } from 'node:http'

/** The client went away, or broke off within the body: there is nobody left to answer. */
export class ClientDisconnectedError extends Error {
  override name = 'ClientGone'
}

/**
 * The bytes of the body. Throws what `tooLong` makes as soon as more than `limit` bytes are announced or arrive,
 * without keeping them; `ClientGone` when the body breaks off.
 */
export function readBody(request: IncomingMessage, limit: number, tooLong: () => Error): Promise<Buffer> {
  return readBodyWithDynamicLimit(request, limit, async () => {
    throw tooLong()
  })
}

/**
 * The same with a limit that is asked for late: `more` is called once when the body grows beyond `limit`, and
 * answers the limit that holds from then on, or throws what refuses the body.
 */
export function readBodyWithDynamicLimit(
  request: IncomingMessage,
  limit: number,
  more: (atLeast: number) => Promise<number>,
): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced === 0 && request.headers['transfer-encoding'] === undefined) return Promise.resolve(noBytes)
  const whole = announced <= limit ? readAtOnce(request, announced) : undefined
  if (whole) return Promise.resolve(whole)

  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    let allowed = limit
    let asking = false

    const refuse = (error: unknown) => {
      stop()
      chunks.length = 0
      reject(error)
    }
    const grow = (atLeast: number) => {
      if (asking) return
      asking = true
      request.pause()
      more(atLeast).then((now) => {
        allowed = now
        asking = false
        if (Math.max(length, announced) > allowed) grow(Math.max(length, announced))
        else request.resume()
      }, refuse)
    }
    const onData = (chunk: Buffer) => {
      chunks.push(chunk)
      length += chunk.length
      if (length > allowed) grow(length)
    }
    const onEnd = () => {
      stop()
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, length))
    }
    const onGone = () => {
      stop()
      reject(new ClientDisconnectedError('the client broke off within the body'))
    }
    const stop = () => {
      request.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone)
    }

    request.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone)
    if (announced > allowed) grow(announced)
  })
}

const noBytes = Buffer.alloc(0)

/** The body that came together with its head, as most do. */
function readAtOnce(request: IncomingMessage, length: number): Buffer | undefined {
  if (!request.complete || request.readableLength !== length || length === 0) return undefined
  return request.read() ?? undefined
}
