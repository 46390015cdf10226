import test from 'ava'
import { openMalformedRecorder } from '../../../../src/gateway/telemetry/rejections/malformed-requests.ts'
import { openRejectionRing } from '../../../../src/gateway/telemetry/rejections/rejection-ring.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { Registry } from '../../../../src/shared/lib/output/prometheus.ts'

test('a malformed request is counted and has an explanation', async (t) => {
  const rejections = openRejectionRing()
  const metrics = new Registry()
  const malformed = openMalformedRecorder({ rejections, log: silentLog, clock: () => 7 }, metrics)
  malformed({ requestId: 'a-1', status: 400, detail: 'Invalid method encountered', remote: '127.0.0.1' })
  malformed({ requestId: 'a-2', status: 408, detail: 'ERR_HTTP_REQUEST_TIMEOUT', remote: undefined })

  t.like(rejections.find('a-1'), {
    requestId: 'a-1',
    at: 7,
    status: 400,
    reason: 'malformed',
    checks: [{ outcome: 'failed', seen: 'Invalid method encountered' }],
  })
  t.regex(metrics.render(), /^sluice_malformed_requests_total\{status="408"\} 1$/m)
})
