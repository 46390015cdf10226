/** Long answers: rendered while they are sent, a stretch at a time, so that one client's long list holds up nobody. */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'

/** Milliseconds of rendering after which others have their turn. */
const stretch = 5
/** Characters that are written at once. */
const chunk = 65_536

/** Writes the pieces at the pace of the client and ends the response. Stops when the client has gone. Rejects with what a piece threw. */
export async function sendPieces(response: ServerResponse, pieces: Iterable<string>): Promise<void> {
  let text = ''
  let since = performance.now()
  for (const piece of pieces) {
    text += piece
    if (text.length >= chunk) {
      const isFlowing = response.write(text)
      text = ''
      if (!isFlowing && !response.destroyed) await drained(response)
    }
    if (performance.now() - since >= stretch) {
      await turn()
      since = performance.now()
    }
    if (response.destroyed) return
  }
  response.end(text)
}

/** Settles when there is room again, or nobody reads any more. */
async function drained(response: ServerResponse): Promise<void> {
  const settled = new AbortController()
  const either = [once(response, 'drain', settled), once(response, 'close', settled)]
  await Promise.race(either)
  settled.abort()
  for (const each of either) each.catch(() => undefined)
}
