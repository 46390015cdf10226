/**
 * Mirrored calls: a second upstream gets copies of requests, and its responses are dropped. A mirror never slows or breaks a
 * call: copies are limited in size and number, and those beyond the limits are not sent.
 */
import { Readable } from 'node:stream'
import type { OutgoingRequest, PendingRequest } from '../../../shared/http/client/index.ts'
import { addChunk } from '../../../shared/lib/memory/add-chunk.ts'
import { countTargetFailure, type TargetCounts } from '../../telemetry/calls/index.ts'
import { removeHeader } from '../message/headers.ts'
import { RequestBodyStream } from './request-body-stream.ts'
import type { GetConnections } from './upstream-connections.ts'

const maxBodyBytes = 64 * 1024
const maxRunning = 64
const timeoutMs = 30_000

export interface MirrorSettings {
  connect: GetConnections
  counts: TargetCounts
  /** The share of requests that are copied, in percent. */
  share: number
  /** Registers a function that runs when the connections close. */
  onClose(close: () => void): void
}

/** Copies a request. A streamed body is collected while it is sent; longer ones are not copied. */
export type CopyRequest = (request: OutgoingRequest) => void

export function buildMirror({ connect, counts, share, onClose }: MirrorSettings): CopyRequest {
  const running = new Set<() => void>()
  onClose(() => {
    for (const abort of running) abort()
  })
  let credit = 0

  function send(request: OutgoingRequest): void {
    counts.requests += 1
    if (running.size >= maxRunning) {
      countTargetFailure(counts, undefined, 'mirror_dropped')
      return
    }
    let status: number | undefined
    let pending: PendingRequest | undefined
    const end = (failure?: string) => {
      clearTimeout(timer)
      running.delete(abort)
      countTargetFailure(counts, status, failure)
    }
    const abort = () => {
      pending?.abort()
      end('upstream_silent')
    }
    const timer = setTimeout(abort, timeoutMs)
    running.add(abort)
    try {
      pending = connect().send(request, {
        onHead: (head) => {
          status = head.status
        },
        onData() {},
        onEnd: () => end(),
        onError: () => end('upstream_unreachable'),
      })
    } catch {
      end('upstream_unreachable')
    }
  }

  return function copyRequest({ method, path, headers, body, upgrade }) {
    credit += share
    if (credit < 100) return
    credit -= 100
    if (upgrade !== undefined) return
    const copy = { method, path, headers: headers.slice() }
    if (!(body instanceof Readable)) {
      send(body ? { ...copy, body } : copy)
      return
    }
    if (!(body instanceof RequestBodyStream)) return
    removeHeader(copy.headers, 'content-length')
    collect(body, (whole) => send({ ...copy, body: whole }))
  }
}

/** Calls `onBody` with the complete body when it has been sent, unless it is too long. */
function collect(body: RequestBodyStream, onBody: (whole: Buffer) => void): void {
  const parts: Buffer[] = []
  let length = 0
  body.observe((part) => {
    length += part?.length ?? 0
    if (length > maxBodyBytes) return
    if (part)
      addChunk(parts, Buffer.from(part)) // the buffer itself is used again
    else onBody(Buffer.concat(parts))
  })
}
