/** Streams long JSON responses: renders the text while it is sent and yields to other requests at intervals. */
import { setImmediate as yieldToEvents } from 'node:timers/promises'
import { runOnce } from '../../../shared/http/message/run-once.ts'
import type { JsonSink } from './compress-response.ts'

/** Milliseconds of rendering before the loop yields to other requests. */
const maxBlockingMs = 5
/** The number of characters in one write. */
const writeSize = 65_536

/** Writes the pieces at the pace of the client, then ends; stops when it disconnects. Rejects with their error. */
export async function streamJson(response: JsonSink, pieces: Iterable<string>): Promise<void> {
  let text = ''
  let since = performance.now()
  let stopWaiting: (() => void) | undefined
  for (const piece of pieces) {
    text += piece
    if (text.length >= writeSize) {
      const isFlowing = response.write(text)
      text = ''
      if (!isFlowing && !response.destroyed) {
        if (!stopWaiting) runOnce(response, 'close', () => stopWaiting?.())
        await new Promise<void>((resolve) => {
          stopWaiting = resolve
          runOnce(response, 'drain', resolve)
        })
      }
    }
    if (performance.now() - since >= maxBlockingMs) {
      await yieldToEvents()
      since = performance.now()
    }
    if (response.destroyed) return
  }
  response.end(text)
}
