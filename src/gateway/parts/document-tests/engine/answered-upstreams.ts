/** Upstreams that a test file answers: every request is kept, and none leaves the process. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { listRequestHeaders } from '../../../../shared/http/client/exchange/request-head.ts'
import type {
  OpenConnectionPool,
  OutgoingRequest,
  PendingRequest,
  ResponseHandler,
} from '../../../../shared/http/client/index.ts'
import { matchesWildcard } from '../../../../shared/lib/text/wildcard.ts'
import { renderBody } from './body-text.ts'
import type { UpstreamAnswer } from './test-file.ts'

export interface SentRequest {
  method: string
  url: string
  /** A flat list of names and values. */
  headers: readonly string[]
  body: Buffer
}

export interface AnsweredUpstreams {
  open: OpenConnectionPool
  /** The requests that upstreams have received, in their order. */
  sent: readonly SentRequest[]
}

/** Returns upstreams that answer with the first entry that matches; status 200 without a body when none does. */
export function answerUpstreams(answers: readonly UpstreamAnswer[]): AnsweredUpstreams {
  const sent: SentRequest[] = []
  async function answer(origin: string, request: OutgoingRequest, handler: ResponseHandler, isOver: () => boolean) {
    const url = `${origin}${request.path}`
    const { body: given = Buffer.alloc(0) } = request
    const body = given instanceof Readable ? await buffer(given) : given
    sent.push({ method: request.method, url, headers: listRequestHeaders(request).slice(), body })
    const found = answers.find((each) => matchesWildcard(each.request, `${request.method} ${url}`, { any: '*' }))
    if (isOver()) return
    if (found?.fails) return handler.onError(Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' }))
    const { bytes, type } = renderBody(found?.body)
    const written = Object.entries(found?.headers ?? {}).flatMap(([name, value]) => [name, String(value)])
    const hasType = written.some((name, at) => at % 2 === 0 && name.toLowerCase() === 'content-type')
    const headers = [
      ...written,
      ...(type && !hasType ? ['Content-Type', type] : []),
      'Content-Length',
      String(bytes.length),
    ]
    handler.onHead({ status: found?.status ?? 200, headers, contentLength: bytes.length })
    if (isOver()) return
    if (bytes.length > 0) handler.onData(bytes)
    handler.onEnd()
  }

  return {
    sent,
    open: (origin) => ({
      send(request, handler) {
        let isOver = false
        setImmediate(() => {
          answer(origin, request, handler, () => isOver).catch((error) => handler.onError(error))
        })
        const pending: PendingRequest = {
          isPaused: false,
          pause() {},
          resume() {},
          abort() {
            isOver = true
          },
        }
        return pending
      },
      async close() {},
    }),
  }
}
