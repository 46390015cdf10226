import test from 'ava'
import type { QueuedMessage } from '../../../../src/mq/manager/messages/queued-message.ts'
import type { MessagePersistence } from '../../../../src/mq/manager/persistence/message-persistence.ts'
import { RetainedPublications } from '../../../../src/mq/manager/pubsub/retained-publications.ts'
import type { Queue } from '../../../../src/mq/manager/queues/queue.ts'

test('of two retained publications of a topic string, the later one applies after a crash, whatever its priority', async (t) => {
  const publication = (sequence: number) =>
    ({ sequence, messageId: Buffer.of(sequence), descriptor: { publication: { topicString: 'a' } } }) as QueuedMessage
  const kept = [publication(2), publication(1)] // the queue delivers the later one first, because its priority is higher
  const list = ({ messageId }: { messageId?: Buffer }) =>
    messageId ? kept.filter((each) => each.messageId.equals(messageId)) : kept
  const queue = { list, messages: { lock() {} } } as unknown as Queue
  const discarded: number[] = []
  const delivery = {
    read: () => Buffer.from('body'),
    discard: async (_: Queue, { sequence }: QueuedMessage) => void discarded.push(sequence),
  } as unknown as MessagePersistence

  const retained = new RetainedPublications(() => queue, delivery)
  t.is((await retained.read('a'))?.entry.sequence, 2)
  t.deepEqual(discarded, [1])
})
