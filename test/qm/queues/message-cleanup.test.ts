import test from 'ava'

import { MessageCleanup } from '../../../src/qm/queues/message-cleanup.ts'
import { GroupCommit } from '../../../src/qm/store/group-commit.ts'
import { openMemoryMessageStore } from '../../../src/qm/store/memory-message-store.ts'
import { add, message } from '../store/conformance.ts'

/** A cleanup of 1,000 messages of queue 7. */
async function open() {
  const store = openMemoryMessageStore()
  const sequences = Array.from({ length: 1_000 }, (_, index) => index + 1)
  await store.commit(sequences.map((sequence) => add(7, message(sequence))))
  const cleanup = new MessageCleanup(store, new GroupCommit(store))
  const countLeft = () => sequences.filter((sequence) => store.messages.find(7, sequence)).length
  return { cleanup, sequences, countLeft }
}

test('removes all messages of the queue', async (t) => {
  const { cleanup, sequences, countLeft } = await open()
  await cleanup.removeMessages(7, sequences)
  t.is(countLeft(), 0)
})

test('leaves the rest for the next start when it is closed', async (t) => {
  const { cleanup, sequences, countLeft } = await open()
  const removing = cleanup.removeMessages(7, sequences)
  cleanup.close()
  await removing
  t.is(countLeft(), 800)
})
