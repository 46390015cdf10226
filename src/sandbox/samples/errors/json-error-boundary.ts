/** The error edge of the samples: whatever goes wrong, the answer is JSON with one member `error`. */
import type { Middleware } from 'koa'
import type { Log } from '../../../shared/lib/output/log.ts'

/** The texts of errors whose own message must not reach callers. */
const sentences: Record<number, string> = {
  400: 'the body is not well-formed JSON',
  404: 'there is nothing at this path',
  405: 'this path does not take that method',
  413: 'the body is too long',
  415: 'the body must be JSON in UTF-8, with the content type application/json',
  501: 'this method is not known here',
}

/** An error whose message the caller may read. */
export class SampleError extends Error {
  override name = 'SampleError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export function jsonErrorBoundary(log: Log): Middleware {
  return async function jsonEdge(ctx, next) {
    try {
      await next()
      if (ctx.status < 400 || ctx.body) return
      say(ctx.status, sentences[ctx.status])
    } catch (error) {
      const { status = 500, message } = error as Partial<SampleError>
      if (status >= 500) log.error(error, 'a request to a sample server failed')
      say(status, error instanceof SampleError ? message : sentences[status])
    }

    function say(status: number, error = 'the server has a defect; see its log') {
      ctx.status = status
      ctx.body = { error }
    }
  }
}
