/** The transfers that were seen since the subscription began. The oldest are forgotten first. */
import { randomBytes } from 'node:crypto'
import type { ItemStatus, TransferEvent } from '../types/publications.ts'

export interface CatalogedTransfer {
  readonly event: Omit<TransferEvent, 'items'>
  /** The items in their order; undefined when the transfer has more than are kept. */
  readonly items: readonly ItemStatus[] | undefined
}

interface Entry {
  /** The number of the last change of the transfer. */
  revision: number
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
  /** A random text that distinguishes the revisions of this catalog from those of an earlier one. */
  readonly epoch = randomBytes(6).toString('hex')
  #revision = 0
  #itemCount = 0

  get size(): number {
    return this.#entries.size
  }

  /** The number of changes of all transfers. */
  get revision(): number {
    return this.#revision
  }

  /** Returns the transfers that changed after a revision, the latest first, without their items. */
  listChanged(since: number, limit: number): TransferEvent[] {
    const changed: TransferEvent[] = []
    for (const { revision, event } of this.#entries.values()) if (revision > since) changed.push(event)
    return changed.slice(-limit).reverse()
  }

  add(event: TransferEvent): void {
    this.#revision++
    const before = this.#entries.get(event.id)
    if (!before) {
      const items = this.#collect(undefined, event)
      this.#entries.set(event.id, { revision: this.#revision, event, items })
      this.#evict()
      return
    }
    before.revision = this.#revision
    before.items = this.#collect(before, event)
    // A progress publication can overtake the end of the transfer.
    if (before.event.endedAt === undefined || event.endedAt !== undefined) before.event = event
  }

  find(id: string): CatalogedTransfer | undefined {
    const entry = this.#entries.get(id)
    return entry && view(entry)
  }

  /** Returns transfers, the latest first. `after` and `before` are ids: transfers that began after or before theirs. */
  list(options: { limit: number; after?: string | undefined; before?: string | undefined }): CatalogedTransfer[] {
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
