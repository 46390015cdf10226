/** The non-persistent messages of a queue: one run per lane, and one per id that somebody may ask for. */
import type { Entry, Wanted } from './entry.ts'
import { matches } from './entry.ts'
import { Run } from './run.ts'
import type { Source } from './source.ts'

export class MemorySource implements Source {
  readonly #lanes = new Map<number, Lane>()
  /** The lanes that were ever used, the first one first. */
  #order: Lane[] = []
  #depth = 0

  get depth(): number {
    return this.#depth
  }

  offer(entry: Entry): void {
    this.#depth++
    this.#lane(entry.lane).add(entry)
  }

  first(wanted: Wanted): Entry | undefined {
    if (this.#depth === 0) return undefined
    for (const lane of this.#order) {
      const entry = lane.first(wanted)
      if (entry) return entry
    }
    return undefined
  }

  *inOrder(wanted: Wanted): Generator<Entry> {
    for (const lane of this.#order) yield* lane.inOrder(wanted)
  }

  hold(entry: Entry): void {
    entry.state = 'held'
  }

  restore(entry: Entry): void {
    entry.state = 'available'
    this.#lane(entry.lane).restore(entry)
  }

  /** What lies in memory cannot be damaged. */
  setAside(entry: Entry): void {
    this.finish(entry)
  }

  finish(entry: Entry): void {
    entry.state = 'gone'
    entry.body = undefined
    this.#depth--
    this.#lane(entry.lane).forget(entry)
  }

  #lane(number: number): Lane {
    let lane = this.#lanes.get(number)
    if (!lane) {
      lane = new Lane()
      this.#lanes.set(number, lane)
      this.#order = [...this.#lanes].sort(([a], [b]) => a - b).map(([, each]) => each)
    }
    return lane
  }
}

class Lane {
  readonly #all = new Run()
  readonly #byMessageId = new Map<string, Run>()
  readonly #byCorrelationId = new Map<string, Run>()

  add(entry: Entry): void {
    this.#all.push(entry)
    for (const run of this.#runsOf(entry)) run.push(entry)
  }

  first(wanted: Wanted): Entry | undefined {
    const run = this.#runFor(wanted)
    const first = run?.first()
    if (!first || matches(first, wanted)) return first
    for (const entry of run ?? []) if (matches(entry, wanted)) return entry
    return undefined
  }

  *inOrder(wanted: Wanted): Generator<Entry> {
    for (const entry of this.#runFor(wanted) ?? []) if (matches(entry, wanted)) yield entry
  }

  restore(entry: Entry): void {
    this.#all.restore(entry)
    for (const run of this.#runsOf(entry)) run.restore(entry)
  }

  forget(entry: Entry): void {
    drop(this.#byMessageId, entry.messageId)
    if (entry.correlationId) drop(this.#byCorrelationId, entry.correlationId)
  }

  /** The shortest run that holds everything wanted. */
  #runFor({ messageId, correlationId }: Wanted): Run | undefined {
    if (messageId) return this.#byMessageId.get(key(messageId))
    return correlationId ? this.#byCorrelationId.get(key(correlationId)) : this.#all
  }

  #runsOf(entry: Entry): Run[] {
    const runs = [runOf(this.#byMessageId, entry.messageId)]
    if (entry.correlationId) runs.push(runOf(this.#byCorrelationId, entry.correlationId))
    return runs
  }
}

function runOf(runs: Map<string, Run>, id: Buffer): Run {
  const name = key(id)
  let run = runs.get(name)
  if (!run) {
    run = new Run()
    runs.set(name, run)
  }
  return run
}

/** Forgets a run that has nothing left to give. */
function drop(runs: Map<string, Run>, id: Buffer): void {
  const name = key(id)
  if (!runs.get(name)?.first()) runs.delete(name)
}

function key(id: Buffer): string {
  return id.toString('latin1')
}
