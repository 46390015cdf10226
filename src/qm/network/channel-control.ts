/**
 * Stores the state of channels: stopped or retrying, and the sequence number set by RESET CHANNEL.
 *
 * The queue manager does not implement the channel protocol, so a channel that calls its partner keeps retrying.
 */
import type { ObjectCatalog } from '../objects/object-catalog.ts'
import type { ChannelService, ChannelStatus } from '../types/services.ts'
import { countRemainingRetries } from './remaining-retries.ts'

type ChannelRecordCatalog = Pick<ObjectCatalog, 'findRecord' | 'saveRecord' | 'removeRecord'>

/** The channel types that call their partner. */
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
    // An administrator must restart a channel without remaining retries.
    const state = retries.short + retries.long > 0 ? 'RETRYING' : 'STOPPED'
    return { channel: name, state, connectionName: String(CONNAME), retries }
  }

  async resetSequence(name: string, number: number): Promise<void> {
    await this.#keep(name, { SEQNUM: number })
  }

  /** Removes the state of a deleted channel, so that a new channel with the same name starts without it. */
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
