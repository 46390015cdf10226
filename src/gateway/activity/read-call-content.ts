/** Reads what the activity log of an API keeps of a call that has ended. */
import type { RecordedContent, RecordedMessage } from '../../lib/access/call-log.ts'
import type { Call } from '../call/call.ts'
import type { BodyStart } from '../call/message-observer.ts'
import { maskHeaders } from './mask-headers.ts'
import { renderBody } from './render-body.ts'

/** Returns undefined when the activity log keeps only the facts of the call, and `none` when it keeps nothing. */
export function readCallContent(call: Call): RecordedContent | 'none' | undefined {
  const { observer, outcome, route, request } = call
  const published = route.api?.api
  if (!observer || !published?.activityLog) return undefined
  const isError = outcome.reason !== undefined || call.response.statusCode >= 400
  const content = published.activityLog[isError ? 'error' : 'success']
  if (content === 'none' || content === 'activity') return content === 'none' ? 'none' : undefined

  const secretNames = [...published.definitions.values()].map(({ settings }) =>
    String((settings as { name?: string }).name ?? '').toLowerCase(),
  )
  const read = (headers: readonly string[], body: BodyStart): RecordedMessage => ({
    headers: maskHeaders(headers, secretNames),
    ...(content === 'payload' && body.length > 0 && { body: renderBody(body, headers) }),
  })
  return {
    request: read(request.rawHeaders, observer.requestBody),
    response: read(observer.responseHeaders, observer.responseBody),
  }
}
