/** What is known of channels between runs: which are stopped, and the sequence numbers they were reset to. */
import type { Catalog } from '../catalog.ts'
import type { ChannelStatus, Channels } from '../runtime.ts'

type Kept = Pick<Catalog, 'get' | 'keep' | 'drop'>

export class ChannelControl implements Channels {
  readonly #catalog: Kept
  readonly #clock: () => number

  constructor(catalog: Kept, clock: () => number) {
    this.#catalog = catalog
    this.#clock = clock
  }

  async start(name: string): Promise<void> {
    if (this.status(name)) this.#keep(name, { STATUS: 'INACTIVE' })
  }

  async stop(name: string, status: 'STOPPED' | 'INACTIVE'): Promise<void> {
    this.#keep(name, { STATUS: status })
  }

  status(name: string): ChannelStatus | undefined {
    const stopped = this.#state(name).STATUS === 'STOPPED'
    return stopped ? { channel: name, state: 'STOPPED', connectionName: '' } : undefined
  }

  async resetSequence(name: string, number: number): Promise<void> {
    this.#keep(name, { SEQNUM: number })
  }

  /** A channel that is made again under the same name starts afresh. */
  forget(name: string): void {
    this.#catalog.drop('channel-state', name)
  }

  #state(name: string) {
    return this.#catalog.get('channel-state', name)?.attributes ?? {}
  }

  #keep(name: string, change: Record<string, string | number>): void {
    const now = this.#clock()
    const attributes = { ...this.#state(name), ...change }
    this.#catalog.keep({ kind: 'channel-state', name, type: 'STATE', attributes, created: now, altered: now })
  }
}
