/** The requests to the writer thread of the stores. */
import { Worker } from 'node:worker_threads'
import type { ExecutionContext } from 'ava'

export interface RecordedRequest {
  readonly verb: string
  readonly argument: { readonly isCopy?: boolean; readonly urgent?: boolean }
}

/** Records the requests until the test ends. The test must be serial. */
export function recordWriterRequests(t: ExecutionContext): RecordedRequest[] {
  const { postMessage } = Worker.prototype
  t.teardown(() => {
    Worker.prototype.postMessage = postMessage
  })
  const requests: RecordedRequest[] = []
  Worker.prototype.postMessage = function (request, transfer) {
    requests.push(request)
    postMessage.call(this, request, transfer)
  }
  return requests
}
