/** Bounds what one list of recorded calls passes between processes and to the browser. */
import type { RecordedCall, RecordedContent } from '../../contract/access/call-log.ts'

/** The limit for the headers and bodies of all calls in a list, in characters. */
const maxListedContent = 4 * 1024 * 1024

/** Returns the calls, the newest first, without the content of the older ones where the newer ones reach the limit. */
export function limitContent(calls: readonly RecordedCall[]): RecordedCall[] {
  let left = maxListedContent
  return calls.map((call) => {
    left -= call.content ? lengthOf(call.content) : 0
    if (left >= 0 || !call.content) return call
    const { content: _, ...facts } = call
    return facts
  })
}

function lengthOf({ request, response, steps = [] }: RecordedContent): number {
  const messages = [request, response].reduce(
    (sum, { headers, body }) => sum + headers.reduce((all, each) => all + each.length, body?.text?.length ?? 0),
    0,
  )
  return messages + (steps.length > 0 ? JSON.stringify(steps).length : 0)
}
