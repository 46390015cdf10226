/** Collects headers and the beginning of bodies of a call that the call log records; others cost nothing. */
import type { IncomingMessage } from 'node:http'
import type { HttpResponse, ResponseHeaders } from '../../../shared/http/message/http-response.ts'
import { addChunk } from '../../../shared/lib/memory/add-chunk.ts'
import type { SourceLocation } from '../../config/types/index.ts'
import type { UpstreamAttempt } from '../../contract/access/explanation.ts'

/** The bytes of a body that the call log keeps. */
export const maxKeptBodyBytes = 8 * 1024

/** The message before a policy of the call, or before a stage of the gateway. */
export interface NotedStep {
  policy: string
  /** The place of the policy, as `file:line`; undefined for a stage of the gateway. */
  place: string | undefined
  /** On the monotonic clock in milliseconds. */
  at: number
  /** When the step after it began. */
  endedAt?: number
  /** The name and the status of the error with which the step ended. */
  error?: string
  headers: readonly string[]
  status: number
  isResponse: boolean
  /** The body without its content coding; undefined while it streams. */
  body: Buffer | undefined
  variables: ReadonlyMap<string, unknown>
}

/** The notes that a call collects while it runs, for calls that are kept or recorded. */
export class CallNotes {
  readonly steps: NotedStep[] = []
  /** Requests to upstreams. Their times are on the monotonic clock until the call has ended. */
  readonly attempts: UpstreamAttempt[] = []
  /** The place of the security requirement that the call passed, where the operation has several. */
  requirement: SourceLocation | undefined
  /** Whether the call is kept on disk. */
  readonly isKept: boolean

  constructor(isKept: boolean) {
    this.isKept = isKept
  }
}

export class MessageObserver {
  readonly requestBody = new BodyStart()
  readonly responseBody = new BodyStart()
  /** A flat list of names and values, like `rawHeaders`. */
  responseHeaders: readonly string[] = []
  readonly #observesBodies: boolean

  /** `observesBodies` is false when only headers are kept. */
  constructor(request: IncomingMessage, response: HttpResponse, observesBodies: boolean) {
    this.#observesBodies = observesBodies
    this.#observeHead(response)
    if (!observesBodies) return
    observeRequestBody(request, this.requestBody)
    observeResponseBody(response, this.responseBody)
  }

  /** Notes a request body that was taken whole, without the events of its stream. */
  onWholeRequestBody(body: Buffer): void {
    if (this.#observesBodies) this.requestBody.add(body)
  }

  #observeHead(response: HttpResponse): void {
    const writeHead = response.writeHead.bind(response)
    response.writeHead = (status: number, headers?: ResponseHeaders) => {
      this.responseHeaders = listHeaders(headers)
      return writeHead(status, headers)
    }
  }
}

/** The beginning of a body and the length of the whole. */
export class BodyStart {
  length = 0
  readonly #parts: Buffer[] = []
  #kept = 0

  /** Copies the bytes, because the buffers of streams are used again. */
  add(chunk: Buffer | string): void {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    this.length += bytes.length
    const part = bytes.subarray(0, maxKeptBodyBytes - this.#kept)
    if (part.length === 0) return
    this.#kept += part.length
    addChunk(this.#parts, Buffer.from(part))
  }

  read(): Buffer {
    return Buffer.concat(this.#parts)
  }
}

/** Every reader of the stream, also one that pipes it, gets the body by the event `data`. */
function observeRequestBody(request: IncomingMessage, body: BodyStart): void {
  const emit = request.emit
  request.emit = function observed(this: IncomingMessage, event: string | symbol, ...args: unknown[]) {
    if (event === 'data') body.add(args[0] as Buffer)
    return emit.call(this, event, ...args)
  } as typeof emit
}

function observeResponseBody(response: HttpResponse, body: BodyStart): void {
  const write = response.write.bind(response)
  const end = response.end.bind(response) as (chunk?: Buffer | string, encoding?: 'latin1' | 'utf8') => unknown
  let isEnding = false
  response.write = (chunk, onWritten) => {
    // `end` of some responses calls `write` with the chunk that was counted.
    if (!isEnding) body.add(chunk)
    return write(chunk, onWritten)
  }
  response.end = (chunk?: Buffer | string, encoding?: 'latin1' | 'utf8') => {
    if (chunk !== undefined && !isEnding) body.add(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk)
    isEnding = true
    if (chunk === undefined) return end()
    return encoding === undefined ? end(chunk) : end(chunk, encoding)
  }
}

function listHeaders(headers: ResponseHeaders = []): readonly string[] {
  return Array.isArray(headers)
    ? [...headers]
    : Object.entries(headers).flatMap(([name, value]) => [name, String(value)])
}
