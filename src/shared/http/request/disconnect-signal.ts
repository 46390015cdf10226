/** Tells work that waits for something that its client has disconnected. */
import type { HttpResponse } from '../message/http-response.ts'
import { runOnce } from '../message/run-once.ts'
import { ClientDisconnectedError } from './read-body.ts'

/** Returns a signal that aborts when the connection closes before the response is complete. */
export function createDisconnectSignal(response: HttpResponse): AbortSignal {
  const controller = new AbortController()
  const onClose = () => {
    if (!response.writableFinished) controller.abort(new ClientDisconnectedError('the client went away'))
  }
  if (response.destroyed) onClose()
  else runOnce(response, 'close', onClose)
  return controller.signal
}
