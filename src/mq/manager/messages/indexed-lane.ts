/** One lane of the persistent messages of a queue: their delivery order and indexes of their ids. */
import type { LaneSnapshot } from '../store/message-store.ts'
import { MessageIdIndex } from './message-id-index.ts'
import type { QueuedMessage } from './queued-message.ts'
import { SequenceList } from './sequence-list.ts'

export class IndexedLane {
  readonly number: number
  readonly order: SequenceList
  /** Finds messages by a message id that the application set. */
  readonly foreignId: MessageIdIndex
  readonly correlationId: MessageIdIndex

  constructor(
    number: number,
    { sequences, foreignIds, correlationIds }: LaneSnapshot,
    isHeld: (sequence: number) => boolean,
  ) {
    this.number = number
    this.order = new SequenceList(sequences, isHeld)
    this.foreignId = new MessageIdIndex(foreignIds, isHeld)
    this.correlationId = new MessageIdIndex(correlationIds, isHeld)
  }

  add({ sequence, foreignId, correlationId }: QueuedMessage): void {
    this.order.add(sequence)
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
