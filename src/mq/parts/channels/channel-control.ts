/** The channels of a running queue manager: opens them at first use and saves which are started and stopped. */
import type { Log } from '../../../shared/lib/output/log.ts'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import { type Channel, stoppedStatus } from '../../manager/channels/channel.ts'
import type { ObjectCatalog } from '../../manager/objects/object-catalog.ts'
import { mqError } from '../../manager/types/errors.ts'
import type {
  ChannelService,
  ChannelStatus,
  ChannelStop,
  ObjectRecord,
  SavedChannelStatus,
} from '../../manager/types/services.ts'
import type { MessageChannel, OpenChannel } from './sessions/message-channel.ts'

export interface ChannelControlDeps {
  readonly objects: Pick<ObjectCatalog, 'find' | 'findRecord' | 'listStored' | 'saveRecord' | 'removeRecord'>
  readonly clock: Clock
  readonly log: Log
  /** The types of channels by CHLTYPE. A channel of another type cannot be started. */
  readonly types: Readonly<Record<string, OpenChannel>>
}

/** The saved state. A channel that is `STARTED` starts again with the queue manager. */
type SavedState = 'STARTED' | 'STOPPED' | 'INACTIVE'

export class ChannelControl implements ChannelService {
  readonly #deps: ChannelControlDeps
  readonly #open = new Map<string, Channel>()
  /** Why channels stopped by themselves, by channel. */
  readonly #errors = new Map<string, string>()

  constructor(deps: ChannelControlDeps) {
    this.#deps = deps
  }

  /** Opens channels with a saved state, which lock messages in doubt, and starts those that were started before. */
  async startAll(): Promise<void> {
    for (const { record } of this.#deps.objects.listStored('channel-state')) {
      const [name = ''] = record.name.split(' ')
      const definition = this.#deps.objects.find('channel', name)
      if (!definition || !this.#deps.types[definition.type]) continue
      this.#channel(name)
      if (record.type !== controlType || this.#saved(name) !== 'STARTED') continue
      await this.#channel(record.name)
        .start()
        .catch((error: unknown) => {
          this.#deps.log.error({ error, channel: record.name }, 'the channel could not start')
        })
    }
  }

  async start(name: string): Promise<void> {
    await this.#channel(name).start()
    this.#errors.delete(name)
    await this.#save(name, 'STARTED')
  }

  async stop(name: string, { status, ...options }: ChannelStop): Promise<void> {
    const isWhole = options.connectionName === undefined && options.remoteManager === undefined
    if (isWhole) this.#errors.delete(name)
    // Both begin in one turn, so that no session begins between the two.
    await Promise.all([this.#open.get(name)?.stop(options), isWhole && this.#save(name, status)])
  }

  status(name: string): readonly ChannelStatus[] {
    const active = this.#open.get(name)?.status() ?? []
    if (active.length > 0) return active
    return this.isStopped(name) ? [stoppedStatus(this.#errors.get(name) ?? '')] : []
  }

  saved(name: string): readonly SavedChannelStatus[] {
    const record = this.#deps.objects.find('channel', name)
    const channel = record && this.#deps.types[record.type] ? this.#channel(name) : undefined
    return channel && isMessageChannel(channel) ? channel.saved() : []
  }

  async ping(name: string, dataLength: number): Promise<void> {
    await this.#messageChannel(name).ping(dataLength)
  }

  async resetSequence(name: string, number: number): Promise<void> {
    await this.#messageChannel(name).resetSequence(number)
  }

  async resolve(name: string, action: 'COMMIT' | 'BACKOUT'): Promise<void> {
    await this.#messageChannel(name).resolve(action)
  }

  /** Returns whether the channel was stopped, so that it accepts no partner. */
  isStopped(name: string): boolean {
    return this.#saved(name) === 'STOPPED'
  }

  /** Returns whether the channel has an active instance or is retrying. */
  isActive(name: string): boolean {
    return (this.#open.get(name)?.status() ?? []).length > 0
  }

  /** Returns the opened channel of an object. Throws an `MqError` when there is none or its type has no channels. */
  find(name: string): Channel {
    return this.#channel(name)
  }

  /** Ends a deleted channel and removes its state, so that a new channel with the same name starts without it. */
  forget(name: string): undefined {
    this.#open
      .get(name)
      ?.close()
      .catch((error: unknown) => this.#deps.log.warn({ error, channel: name }, 'the channel did not end'))
    this.#open.delete(name)
    this.#errors.delete(name)
    for (const { record } of this.#deps.objects.listStored('channel-state')) {
      if (record.name === name || record.name.startsWith(`${name} `))
        this.#deps.objects.removeRecord('channel-state', record.name)
    }
  }

  /** Ends every channel. */
  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((channel) => channel.close()))
  }

  #channel(name: string): Channel {
    const known = this.#open.get(name)
    if (known) return known
    const { type } = this.#definition(name)
    const open = this.#deps.types[type]
    if (!open) {
      throw mqError('MQRC_OPERATION_NOT_ALLOWED', `${name} is a ${type} channel, which cannot be started here`, {
        object: name,
      })
    }
    const channel = open({
      name,
      readDefinition: () => this.#definition(name),
      isStopped: () => this.isStopped(name),
      recordStopped: (error) => {
        this.#errors.set(name, error)
        this.#saveInBackground(name, 'STOPPED')
      },
      recordInactive: () => this.#saveInBackground(name, 'INACTIVE'),
    })
    this.#open.set(name, channel)
    return channel
  }

  #messageChannel(name: string): MessageChannel {
    const channel = this.#channel(name)
    if (isMessageChannel(channel)) return channel
    throw mqError('MQRC_OPERATION_NOT_ALLOWED', `${name} is no channel between queue managers`, { object: name })
  }

  #definition(name: string): ObjectRecord {
    const record = this.#deps.objects.find('channel', name)
    if (record) return record
    throw mqError('MQRCCF_CHANNEL_NOT_FOUND', `there is no channel ${name}`, { object: name })
  }

  #saved(name: string): SavedState | undefined {
    const state = this.#deps.objects.findRecord('channel-state', name)?.attributes.STATUS
    // Earlier versions saved RETRYING for a started channel.
    return state === 'RETRYING' ? 'STARTED' : (state as SavedState | undefined)
  }

  #saveInBackground(name: string, state: SavedState): void {
    this.#save(name, state).catch((error: unknown) => {
      this.#deps.log.warn({ error, channel: name }, 'the state of the channel could not be saved')
    })
  }

  async #save(name: string, state: SavedState): Promise<void> {
    if (this.#saved(name) === state) return
    const now = this.#deps.clock()
    const record = { name, type: controlType, attributes: { STATUS: state }, created: now, altered: now }
    await this.#deps.objects.saveRecord({ kind: 'channel-state', ...record }).committed
  }
}

/** The type of the record with the saved state. Other records of the kind hold sequence numbers. */
const controlType = 'STATE'

function isMessageChannel(channel: Channel): channel is MessageChannel {
  return 'ping' in channel
}
