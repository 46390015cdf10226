import test from 'ava'
import type { QueuedMessage } from '../../../../src/mq/manager/messages/queued-message.ts'
import type { MessagePersistence } from '../../../../src/mq/manager/persistence/message-persistence.ts'
import { RetainedPublications } from '../../../../src/mq/manager/pubsub/retained-publications.ts'
import type { Queue } from '../../../../src/mq/manager/queues/queue.ts'

/** A queue with publications of one topic string, by sequence number. */
function open(sequences: readonly number[], discard: (sequence: number) => Promise<void>) {
  const kept = sequences.map(
    (sequence) =>
      ({
        sequence,
        messageId: Buffer.of(sequence),
        descriptor: { publication: { topicString: 'a' } },
      }) as QueuedMessage,
  )
  const list = ({ messageId }: { messageId?: Buffer }) =>
    messageId ? kept.filter((each) => each.messageId.equals(messageId)) : kept
  const queue = {
    list,
    messages: { lockFirst: (wanted: { messageId: Buffer }) => list(wanted)[0] },
  } as unknown as Queue
  const delivery = {
    read: () => Buffer.from('body'),
    discard: (_: Queue, { sequence }: QueuedMessage) => discard(sequence),
  } as unknown as MessagePersistence
  return new RetainedPublications(() => queue, delivery)
}

test('of two retained publications of a topic string, the later one applies after a crash, whatever its priority', async (t) => {
  const discarded: number[] = []
  // The queue delivers the later one first, because its priority is higher.
  const retained = open([2, 1], async (sequence) => void discarded.push(sequence))
  t.is((await retained.read('a'))?.entry.sequence, 2)
  t.deepEqual(discarded, [1])
})

test('a retained publication is cleared when its removal is on disk, and stays when it cannot be removed', async (t) => {
  const failure = new Error('the disk is full')
  const removal = Promise.withResolvers<void>()
  const retained = open([1], () => removal.promise)
  const clearing = retained.clear('a')
  t.true(retained.has('a'))
  removal.reject(failure)
  await t.throwsAsync(clearing, { is: failure })
  t.true(retained.has('a'))

  const other = open([1], () => Promise.resolve())
  t.true(await other.clear('a'))
  t.false(other.has('a'))
})
