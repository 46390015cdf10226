/** One lane of the persistent messages of a queue: their order, and the ids that they can be asked for by. */
import type { LaneSnapshot } from '../store/message-store.ts'
import { MessageIdIndex } from './message-id-index.ts'
import type { QueuedMessage } from './queued-message.ts'
import { SequenceList } from './sequence-list.ts'

export class IndexedLane {
  readonly order: SequenceList
  /** By ids that were given by the one who put them. */
  readonly foreignId: MessageIdIndex
  readonly correlationId: MessageIdIndex

  constructor(
    { sequences, foreignIds, correlationIds }: LaneSnapshot,
    isHeld: (sequence: number) => boolean,
  ) {
    this.order = new SequenceList(sequences, isHeld)
    this.foreignId = new MessageIdIndex(foreignIds, isHeld)
    this.correlationId = new MessageIdIndex(correlationIds, isHeld)
  }

  add({ sequence, foreignId, correlationId }: QueuedMessage): void {
    this.order.push(sequence)
    this.foreignId.add(foreignId, sequence)
    this.correlationId.add(correlationId, sequence)
  }

  restore({ sequence, foreignId, correlationId }: QueuedMessage): void {
    this.order.restore(sequence)
    this.foreignId.restore(foreignId, sequence)
    this.correlationId.restore(correlationId, sequence)
  }

  remove({ sequence, foreignId, correlationId }: QueuedMessage): void {
    this.order.remove(sequence)
    this.foreignId.remove(foreignId, sequence)
    this.correlationId.remove(correlationId, sequence)
  }
}
