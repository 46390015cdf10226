/** Records requests that are not well-formed HTTP: no calls, but with request id, log line and explanation. */
import type { MalformedRequest } from '../../../shared/http/message/protocol-error.ts'
import type { Log } from '../../../shared/lib/output/log.ts'
import type { Registry } from '../../../shared/lib/output/prometheus.ts'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { Explanation } from '../../contract/access/explanation.ts'
import type { RejectionRing } from './rejection-ring.ts'

const reason = 'malformed'

export function openMalformedRecorder(
  { rejections, log, clock }: { rejections: RejectionRing; log: Log; clock: Clock },
  metrics: Registry,
): (request: MalformedRequest) => void {
  const counter = metrics.counter(
    'sluice_malformed_requests_total',
    'Requests that are not well-formed HTTP, by the status of the response',
    ['status'],
  )

  return function malformed(request) {
    const at = clock()
    counter.inc({ status: String(request.status) })
    log.info({ ...request, reason }, 'call')
    rejections.add(reason, request.requestId, () => explain(request, at))
  }
}

function explain({ requestId, status, detail }: MalformedRequest, at: number): Explanation {
  const wanted = {
    400: 'a request line and headers that follow RFC 9112',
    408: 'the complete head of the request within the timeout',
    417: 'no Expect header, or 100-continue',
    431: 'a request head of at most 32 kB',
    501: 'a request with a supported method and transfer coding; the gateway is not a forward proxy',
    505: 'HTTP/1.1 or HTTP/1.0',
  }[status]
  const check = { check: 'the request is well-formed HTTP', outcome: 'failed', seen: detail } as const
  return { requestId, at, status, reason, method: '-', path: '-', checks: [{ ...check, wanted }] }
}
