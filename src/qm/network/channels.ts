/**
 * What is known of channels between runs: which are stopped, which look for their partner, and the sequence numbers
 * they were reset to.
 *
 * No partner can be talked to yet, so a channel that calls one finds nobody each time that it tries.
 */
import type { Catalog } from '../catalog.ts'
import type { ChannelStatus, Channels } from '../runtime.ts'
import { retriesLeft } from './retries.ts'

type Kept = Pick<Catalog, 'get' | 'keep' | 'drop'>

/** The types of channel that call their partner; the others wait to be called. */
const callers = new Set(['SDR', 'SVR', 'RQSTR', 'CLUSSDR'])

export class ChannelControl implements Channels {
  readonly #catalog: Kept
  readonly #clock: () => number

  constructor(catalog: Kept, clock: () => number) {
    this.#catalog = catalog
    this.#clock = clock
  }

  async start(name: string): Promise<void> {
    if (this.#calls(name)) await this.#keep(name, { STATUS: 'RETRYING', SINCE: this.#clock() })
    else if (this.status(name)) await this.#keep(name, { STATUS: 'INACTIVE' })
  }

  async stop(name: string, status: 'STOPPED' | 'INACTIVE'): Promise<void> {
    await this.#keep(name, { STATUS: status })
  }

  status(name: string): ChannelStatus | undefined {
    const { STATUS, SINCE } = this.#state(name)
    if (STATUS === 'STOPPED')
      return { channel: name, state: 'STOPPED', connectionName: '', retries: undefined }
    if (STATUS !== 'RETRYING') return undefined

    const { CONNAME = '', ...attributes } = this.#catalog.get('channel', name)?.attributes ?? {}
    const retries = retriesLeft(attributes, this.#clock() - Number(SINCE))
    // One that has given up is started again by hand.
    const state = retries.short + retries.long > 0 ? 'RETRYING' : 'STOPPED'
    return { channel: name, state, connectionName: String(CONNAME), retries }
  }

  async resetSequence(name: string, number: number): Promise<void> {
    await this.#keep(name, { SEQNUM: number })
  }

  /** A channel that is made again under the same name starts afresh. */
  forget(name: string): undefined {
    this.#catalog.drop('channel-state', name)
  }

  #calls(name: string): boolean {
    const channel = this.#catalog.get('channel', name)
    return channel !== undefined && callers.has(channel.type) && channel.attributes.CONNAME !== ''
  }

  #state(name: string) {
    return this.#catalog.get('channel-state', name)?.attributes ?? {}
  }

  #keep(name: string, change: Record<string, string | number>): Promise<void> {
    const now = this.#clock()
    const attributes = { ...this.#state(name), ...change }
    const state = { name, type: 'STATE', attributes, created: now, altered: now }
    return this.#catalog.keep({ kind: 'channel-state', ...state }).committed
  }
}
