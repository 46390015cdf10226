/** Streams long JSON responses: renders the text while it is sent and yields to other requests at intervals. */
import { setImmediate as turn } from 'node:timers/promises'

import type { HttpResponse } from '../../http/http-response.ts'

/** Milliseconds of rendering before the loop yields to other requests. */
const stretch = 5
/** The number of characters in one write. */
const chunk = 65_536

/**
 * Writes the pieces of text, waits when the client reads slowly, and ends the response. Stops when the client
 * disconnects. Rejects with the error that `pieces` throws.
 */
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

/** Settles when the response accepts more data or has closed. */
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
