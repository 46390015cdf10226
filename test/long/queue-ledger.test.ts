/** Puts with keys and leases under many kills. The short form is in `test/flows`. */
import test from 'ava'
import { temporaryFolder } from '../_support/product.ts'
import { runQueueLedger } from '../mq/web/_support/queue-ledger.ts'
import { runWebhookLedger } from '../mq/web/_support/webhook-ledger.ts'

test('forty kills lose no message, put none twice, and give none again that was acknowledged', async (t) => {
  const [folder, remove] = await temporaryFolder()
  t.teardown(remove)
  const kills = Array.from({ length: 40 }, (_, round) => 1 + round * 7)
  const { twice, lost, puts, acknowledged, streamed } = await runQueueLedger(folder, kills)
  t.deepEqual({ twice, lost }, { twice: [], lost: [] })
  t.true(streamed > 0)
  t.log(`${puts} puts, ${acknowledged} acknowledgements, ${streamed} of them by streams`)
})

test('thirty kills lose no delivery of a webhook', async (t) => {
  const [folder, remove] = await temporaryFolder()
  t.teardown(remove)
  const kills = Array.from({ length: 30 }, (_, round) => 1 + round * 5)
  const { lost, puts, accepted } = await runWebhookLedger(folder, kills)
  t.deepEqual(lost, [])
  t.log(`${puts} puts, ${accepted} accepted deliveries`)
})
