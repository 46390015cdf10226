/**
 * What is known of channels between runs: which are stopped, which look for their partner, and the sequence numbers
 * they were reset to.
 *
 * No partner can be talked to yet, so a channel that calls one finds nobody each time that it tries.
 */
import type { ObjectCatalog } from '../objects/object-catalog.ts'
import type { ChannelService, ChannelStatus } from '../types/services.ts'
import { countRemainingRetries } from './remaining-retries.ts'

type ChannelRecordCatalog = Pick<ObjectCatalog, 'findRecord' | 'saveRecord' | 'removeRecord'>

/** The types of channel that call their partner; the others wait to be called. */
const callingTypes = new Set(['SDR', 'SVR', 'RQSTR', 'CLUSSDR'])

export class ChannelControl implements ChannelService {
  readonly #catalog: ChannelRecordCatalog
  readonly #clock: () => number

  constructor(catalog: ChannelRecordCatalog, clock: () => number) {
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

    const { CONNAME = '', ...attributes } = this.#catalog.findRecord('channel', name)?.attributes ?? {}
    const retries = countRemainingRetries(attributes, this.#clock() - Number(SINCE))
    // One that has given up is started again by hand.
    const state = retries.short + retries.long > 0 ? 'RETRYING' : 'STOPPED'
    return { channel: name, state, connectionName: String(CONNAME), retries }
  }

  async resetSequence(name: string, number: number): Promise<void> {
    await this.#keep(name, { SEQNUM: number })
  }

  /** A channel that is made again under the same name starts afresh. */
  forget(name: string): undefined {
    this.#catalog.removeRecord('channel-state', name)
  }

  #calls(name: string): boolean {
    const channel = this.#catalog.findRecord('channel', name)
    return channel !== undefined && callingTypes.has(channel.type) && channel.attributes.CONNAME !== ''
  }

  #state(name: string) {
    return this.#catalog.findRecord('channel-state', name)?.attributes ?? {}
  }

  #keep(name: string, change: Record<string, string | number>): Promise<void> {
    const now = this.#clock()
    const attributes = { ...this.#state(name), ...change }
    const state = { name, type: 'STATE', attributes, created: now, altered: now }
    return this.#catalog.saveRecord({ kind: 'channel-state', ...state }).committed
  }
}
