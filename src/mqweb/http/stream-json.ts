/** Long answers: rendered while they are sent, a stretch at a time, so that one client's long list holds up nobody. */
import { setImmediate as turn } from 'node:timers/promises'

import type { HttpResponse } from '../../http/http-response.ts'

/** Milliseconds of rendering after which others have their turn. */
const stretch = 5
/** Characters that are written at once. */
const chunk = 65_536

/** Writes the pieces at the pace of the client and ends the response. Stops when the client has gone. Rejects with what a piece threw. */
export async function streamJson(response: HttpResponse, pieces: Iterable<string>): Promise<void> {
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
function drained(response: HttpResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      response.off('drain', settle)
      response.off('close', settle)
      resolve()
    }
    response.on('drain', settle)
    response.on('close', settle)
  })
}
