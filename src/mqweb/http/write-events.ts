/** Writes a response of server-sent events: each event at once, at the pace of the client. */
import type { HttpResponse } from '../../http/message/http-response.ts'
import { runOnce } from '../../http/message/run-once.ts'

/** Resolves when the events end, or when the client has disconnected. Rejects with the error that `events` throws. */
export async function writeEvents(response: HttpResponse, events: AsyncIterable<string>): Promise<void> {
  let wake: (() => void) | undefined
  runOnce(response, 'close', () => wake?.())
  response.flushHeaders()
  for await (const event of events) {
    if (response.destroyed) return
    if (response.write(event)) continue
    await new Promise<void>((resolve) => {
      wake = resolve
      runOnce(response, 'drain', resolve)
    })
  }
  response.end()
}
