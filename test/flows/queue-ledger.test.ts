import test from 'ava'
import { temporaryFolder } from '../_support/product.ts'
import { runQueueLedger } from '../mq/web/_support/queue-ledger.ts'
import { runWebhookLedger } from '../mq/web/_support/webhook-ledger.ts'

test('kills lose no message, put none twice, and give none again that was acknowledged', async (t) => {
  const [folder, remove] = await temporaryFolder()
  t.teardown(remove)
  const { twice, lost, puts, acknowledged, streamed } = await runQueueLedger(folder, [1, 2, 3, 40, 150])
  t.deepEqual({ twice, lost }, { twice: [], lost: [] })
  t.true(puts > 20 && acknowledged > 20, `${puts} puts, ${acknowledged} acknowledgements`)
  t.log(`${puts} puts, ${acknowledged} acknowledgements, ${streamed} of them by streams`)
})

test('kills lose no delivery of a webhook', async (t) => {
  const [folder, remove] = await temporaryFolder()
  t.teardown(remove)
  const { lost, puts, accepted } = await runWebhookLedger(folder, [1, 2, 30, 100])
  t.deepEqual(lost, [])
  t.true(puts > 20, `${puts} puts`)
  t.log(`${puts} puts, ${accepted} accepted deliveries`)
})
