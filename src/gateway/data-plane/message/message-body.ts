/** Reads a whole body into memory, for the policies that need all of it. Other bodies stream. */
import { followBody, unfollowBody } from '../../../shared/http/request/follow-body.ts'
import { isBuffered } from '../../../shared/http/request/read-body.ts'
import { addChunk } from '../../../shared/lib/memory/add-chunk.ts'
import type { Call } from '../call/call.ts'
import type { BodySink } from '../call/call-message.ts'
import { PeerTimeoutError } from '../errors/peer-timeout-error.ts'

/** Reports a body above the limit. The bytes that were read are dropped. */
export class BodyTooLargeError extends Error {
  override name = 'BodyTooLargeError'
}

/**
 * Reads the body of the call's message and keeps it as the message's payload. Rejects with a `BodyTooLargeError` above
 * `limit` bytes, with a `PeerTimeoutError` when the body is too slow, and with another error when the body breaks off.
 */
export async function readWholeBody(call: Call, limit: number): Promise<Buffer> {
  if (call.message.payload) return call.message.payload
  if (call.message.exchange) {
    const { exchange } = call.message
    call.message.payload = await new Promise<Buffer>((resolve, reject) => {
      exchange.flowTo(buildCollector(limit, resolve, reject))
    })
    call.message.exchange = undefined
  } else {
    call.message.payload = call.head.hasBody ? await readRequest(call, limit) : Buffer.alloc(0)
  }
  return call.message.payload
}

/** Returns the caller's body when it arrived together with the head; undefined for one that streams or was taken. */
export function takeRequestBody({ request, observer }: Call): Buffer | undefined {
  const body = isBuffered(request) ? request.takeWholeBody() : undefined
  if (body) observer?.onWholeRequestBody(body)
  return body
}

function readRequest(call: Call, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const { request, head } = call
    if (Number(head.contentLength ?? 0) > limit) return reject(new BodyTooLargeError(`more than ${limit} bytes`))
    const collector = buildCollector(limit, settle(resolve), settle(reject))
    const arrived = takeRequestBody(call)
    if (arrived) {
      collector.write(arrived)
      collector.end()
      return
    }
    followBody(request, {
      onData: (chunk) => void collector.write(chunk),
      onEnd: () => collector.end(),
      onClose: () => collector.fail(new Error('the caller disconnected')),
      onSlow: () => collector.fail(new PeerTimeoutError('client')),
    })

    function settle<T>(done: (value: T) => void): (value: T) => void {
      return (value) => {
        unfollowBody(request)
        done(value)
      }
    }
  })
}

function buildCollector(limit: number, resolve: (body: Buffer) => void, reject: (error: Error) => void): BodySink {
  const chunks: Buffer[] = []
  let length = 0
  return {
    write(chunk) {
      length += chunk.length
      if (length > limit) reject(new BodyTooLargeError(`more than ${limit} bytes`))
      else addChunk(chunks, chunk)
      return true
    },
    onDrain() {},
    end: () => resolve(Buffer.concat(chunks)),
    fail: reject,
  }
}
