/** One lane of the persistent messages of a queue: their order, and the ids that they can be asked for by. */
import type { StoredLane } from '../store/store.ts'
import type { Entry } from './entry.ts'
import { IdIndex } from './id-index.ts'
import { Order } from './order.ts'

export class Lane {
  readonly order: Order
  /** By ids that were given by the one who put them. */
  readonly foreignId: IdIndex
  readonly correlationId: IdIndex

  constructor({ sequences, foreignIds, correlationIds }: StoredLane, isHeld: (sequence: number) => boolean) {
    this.order = new Order(sequences, isHeld)
    this.foreignId = new IdIndex(foreignIds, isHeld)
    this.correlationId = new IdIndex(correlationIds, isHeld)
  }

  add({ sequence, foreignId, correlationId }: Entry): void {
    this.order.push(sequence)
    this.foreignId.add(foreignId, sequence)
    this.correlationId.add(correlationId, sequence)
  }

  restore({ sequence, foreignId, correlationId }: Entry): void {
    this.order.restore(sequence)
    this.foreignId.restore(foreignId, sequence)
    this.correlationId.restore(correlationId, sequence)
  }

  remove({ sequence, foreignId, correlationId }: Entry): void {
    this.order.remove(sequence)
    this.foreignId.remove(foreignId, sequence)
    this.correlationId.remove(correlationId, sequence)
  }
}
