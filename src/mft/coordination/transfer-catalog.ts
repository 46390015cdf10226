/** The transfers that were seen since the subscription began. The oldest are forgotten first. */
import type { ItemStatus, TransferEvent } from '../types/publications.ts'

export interface CatalogedTransfer {
  readonly event: Omit<TransferEvent, 'items'>
  /** The items in their order; undefined when the transfer has more than are kept. */
  readonly items: readonly ItemStatus[] | undefined
}

interface Entry {
  event: TransferEvent
  items: Map<number, ItemStatus> | undefined
}

const maxTransfers = 10_000
const maxItemsPerTransfer = 5000
const maxItems = 100_000

export class TransferCatalog {
  readonly #entries = new Map<string, Entry>()
  /** A transfer with more items is kept without them. */
  readonly maxItemsPerTransfer = maxItemsPerTransfer
  #itemCount = 0

  get size(): number {
    return this.#entries.size
  }

  add(event: TransferEvent): void {
    const before = this.#entries.get(event.id)
    if (!before) {
      this.#entries.set(event.id, { event, items: this.#collect(undefined, event) })
      this.#evict()
      return
    }
    before.items = this.#collect(before, event)
    // A progress publication can overtake the end of the transfer.
    if (before.event.endedAt === undefined || event.endedAt !== undefined) before.event = event
  }

  find(id: string): CatalogedTransfer | undefined {
    const entry = this.#entries.get(id)
    return entry && view(entry)
  }

  /** Returns transfers, the latest first. `after` and `before` are ids: transfers that began after or before theirs. */
  list(options: {
    limit: number
    after?: string | undefined
    before?: string | undefined
  }): CatalogedTransfer[] {
    const ids = [...this.#entries.keys()]
    const from = options.after === undefined ? 0 : ids.indexOf(options.after) + 1
    const to = options.before === undefined ? ids.length : ids.indexOf(options.before)
    const range = ids.slice(from, to)
    // The transfers next to the given one, or the latest.
    const chosen = options.after === undefined ? range.slice(-options.limit) : range.slice(0, options.limit)
    return chosen.reverse().map((id) => view(this.#entries.get(id) as Entry))
  }

  #collect(before: Entry | undefined, { items = [], numberOfFiles }: TransferEvent): Entry['items'] {
    if (before && !before.items) return undefined
    const collected = before?.items ?? new Map<number, ItemStatus>()
    if (numberOfFiles > maxItemsPerTransfer) {
      this.#itemCount -= collected.size
      return undefined
    }
    const size = collected.size
    for (const item of items) collected.set(item.item, item)
    this.#itemCount += collected.size - size
    return collected
  }

  #evict(): void {
    while (this.#entries.size > maxTransfers || (this.#itemCount > maxItems && this.#entries.size > 1)) {
      const [id, { items }] = this.#entries.entries().next().value as [string, Entry]
      this.#entries.delete(id)
      this.#itemCount -= items?.size ?? 0
    }
  }
}

function view({ event, items }: Entry): CatalogedTransfer {
  return { event, items: items && [...items.values()].sort((one, other) => one.item - other.item) }
}
