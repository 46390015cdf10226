import test from 'ava'
import { describePace } from '../../../../../src/mq/parts/file-transfer/pages/transfer-texts.ts'

const transfer = { startedAt: 1_000, updatedAt: 11_000, bytesSent: 10 * 1_048_576, bytesTotal: 70 * 1_048_576 }

test('the rate is the mean since the start, and the rest takes as long at this rate', (t) => {
  t.is(describePace(transfer), '1 MiB/s, 1 min left')
  t.is(describePace({ ...transfer, bytesTotal: 10 * 1_048_576 }), '1 MiB/s, 0 s left')
})

test('there is no rate before the first bytes or in the moment of the start', (t) => {
  t.is(describePace({ ...transfer, bytesSent: 0 }), '')
  t.is(describePace({ ...transfer, updatedAt: 1_000 }), '')
})
