/**
 * A channel that sends: SENDER and SERVER.
 *
 * A sender connects to its partner. A server does so when it has a CONNAME; otherwise it waits for a requester. A
 * requester that connects to a sender is called back.
 */
import type { Queue } from '../../../queues/queue.ts'
import { mqError } from '../../../types/errors.ts'
import type { ChannelState, ChannelStatus, SavedChannelStatus } from '../../../types/network.ts'
import type { ObjectRecord } from '../../../types/services.ts'
import type { ChannelOwner, Channel as ChannelType } from '../../channel.ts'
import { initialStatus } from '../../channel-status.ts'
import { ChannelError } from '../../protocol/channel-error.ts'
import { checkSequenceWrap, type Hello, negotiate, type Welcome } from '../../protocol/handshake.ts'
import { Caller } from '../caller.ts'
import { checkSupported, readLimits, readText } from '../channel-attributes.ts'
import { registerConnection } from '../channel-connection.ts'
import { buildInstanceStatus, describeSession, type SessionInfo } from '../instance-status.ts'
import {
  type AcceptedPartner,
  type AcceptingChannel,
  type CalledPartner,
  callPartner,
  welcomePartner,
} from '../partner.ts'
import { pingPartner } from '../ping.ts'
import type { SessionDeps } from '../session-deps.ts'
import { closeTimeoutMs, inUse, type SessionEnd, toStartError } from '../session-end.ts'
import { SessionMonitor } from '../session-monitor.ts'
import { readSendingOptions } from './message-sender.ts'
import { SendingSession } from './sending-session.ts'
import { SentBatches } from './sent-batches.ts'

type StopOptions = Parameters<ChannelType['stop']>[0]

export class SendingChannel implements AcceptingChannel {
  readonly #owner: ChannelOwner
  readonly #deps: SessionDeps
  readonly #batches: SentBatches
  readonly #caller: Caller
  #session:
    | { readonly running: SendingSession; readonly info: SessionInfo; readonly ended: Promise<unknown> }
    | undefined
  #isReady = false

  constructor(owner: ChannelOwner, deps: SessionDeps) {
    this.#owner = owner
    this.#deps = deps
    this.#batches = new SentBatches(owner.name, deps)
    this.#caller = new Caller({
      owner,
      timers: deps.timers,
      log: deps.log,
      call: (definition, signal, connected) => this.#call(definition, signal, connected),
    })
  }

  async start(): Promise<void> {
    const definition = this.#owner.readDefinition()
    if (this.#caller.isActive || this.#session) throw inUse(definition.name)
    try {
      checkSupported(definition)
      this.#findQueue(definition)
    } catch (error) {
      throw toStartError(error)
    }
    // A server without CONNAME waits for its requester.
    if (readText(definition.attributes, 'CONNAME') !== '') this.#caller.start()
  }

  async stop({ mode, connectionName, remoteManager }: StopOptions): Promise<void> {
    const session = this.#session
    if (connectionName !== undefined && session?.info.connectionName !== connectionName) return
    if (remoteManager !== undefined && session?.info.remoteManager !== remoteManager) return
    this.#caller.stop()
    if (mode === 'QUIESCE' && this.#isReady) session?.running.quiesce()
    else session?.running.connection.destroy(new ChannelError('ENDING', 'the channel was stopped'))
  }

  async close(): Promise<void> {
    await this.stop({ mode: 'QUIESCE' })
    const cancel = this.#deps.timers.after(closeTimeoutMs, () => void this.stop({ mode: 'FORCE' }))
    await Promise.all([this.#caller.ended(), this.#session?.ended])
    cancel()
  }

  status(): readonly ChannelStatus[] {
    const session = this.#session
    const retries = this.#caller.isActive ? this.#caller.remainingRetries : undefined
    const { lastError } = this.#caller
    if (session) {
      const stopping = session.running.isStopping || this.#caller.isStopping
      const state: ChannelState = stopping ? 'STOPPING' : this.#isReady ? 'RUNNING' : 'BINDING'
      return [{ ...buildInstanceStatus(session.running, session.info, state), retries }]
    }
    if (!this.#caller.isActive) return []
    const state: ChannelState = this.#caller.isStopping ? 'STOPPING' : this.#caller.isRetrying ? 'RETRYING' : 'BINDING'
    const connectionName = readText(this.#owner.readDefinition().attributes, 'CONNAME')
    const batches = this.#batches.status()
    return [{ ...initialStatus, state, connectionName, retries, lastError, batches }]
  }

  saved(): readonly SavedChannelStatus[] {
    const saved = this.#batches.saved()
    return saved ? [saved] : []
  }

  async ping(dataLength: number): Promise<void> {
    const definition = this.#owner.readDefinition()
    if (this.#session) throw inUse(definition.name)
    try {
      await pingPartner(definition, dataLength, this.#deps)
    } catch (error) {
      throw toStartError(error)
    }
  }

  async resetSequence(number: number): Promise<void> {
    const { name } = this.#owner
    if (this.#session) throw inUse(name)
    if (this.#batches.isInDoubt) {
      const text = `messages of ${name} are in doubt; RESOLVE CHANNEL first`
      throw mqError('MQRCCF_CHANNEL_INDOUBT', text, { object: name })
    }
    await this.#batches.reset(number)
  }

  async resolve(action: 'COMMIT' | 'BACKOUT'): Promise<void> {
    const { name } = this.#owner
    if (this.#session) throw inUse(name)
    if (!this.#batches.isInDoubt)
      throw mqError('MQRCCF_COMMAND_FAILED', `no batch of ${name} is in doubt`, { object: name })
    if (action === 'COMMIT') await this.#batches.commit()
    else await this.#batches.backOut()
  }

  /** Serves a requester: over the same connection as a server, by calling back as a sender. */
  async accept(partner: AcceptedPartner): Promise<void> {
    const definition = this.#owner.readDefinition()
    checkSupported(definition)
    const { connection, hello } = partner
    const limits = readLimits(definition.attributes)
    if (definition.type === 'SDR') {
      welcomePartner(connection, limits, this.#deps, { callsBack: true })
      connection.end()
      if (!this.#caller.isActive && !this.#session) this.#caller.start()
      return
    }
    await this.#replaceSession(hello.queueManager)
    checkSequenceWrap(limits, hello)
    const { resetTo } = this.#batches
    welcomePartner(connection, limits, this.#deps, resetTo === undefined ? {} : { resetTo })
    await this.#run(definition, partner, hello, () => {})
  }

  /** Ends a session with the same partner, which has connected again. Throws when another partner is connected. */
  async #replaceSession(remoteManager: string): Promise<void> {
    const session = this.#session
    if (session && session.info.remoteManager !== remoteManager)
      throw new ChannelError('CHANNEL_IN_USE', `${this.#owner.name} runs with ${session.info.remoteManager}`)
    session?.running.connection.destroy(new ChannelError('ENDING', 'the partner has connected again'))
    this.#caller.stop()
    await Promise.all([session?.ended, this.#caller.ended()])
  }

  async #call(definition: ObjectRecord, signal: AbortSignal, connected: () => void): Promise<void> {
    checkSupported(definition)
    const { resetTo } = this.#batches
    const partner = await callPartner(definition, { purpose: 'messages', resetTo, signal }, this.#deps)
    try {
      checkSequenceWrap(readLimits(definition.attributes), partner.welcome)
    } catch (error) {
      partner.connection.destroy()
      throw error
    }
    const end = await this.#run(definition, partner, partner.welcome, connected)
    if (end === 'closedByPartner' && !signal.aborted) throw new ChannelError('ENDING', 'the partner ended the session')
  }

  /** Runs a session with a partner whose handshake is complete. */
  async #run(
    definition: ObjectRecord,
    partner: Pick<CalledPartner, 'connection' | 'connectionName' | 'tls'>,
    remote: Hello | Welcome,
    connected: () => void,
  ): Promise<SessionEnd> {
    const { name, attributes } = definition
    const queue = this.#findQueue(definition)
    const limits = negotiate(readLimits(attributes), remote)
    const userId = readText(attributes, 'MCAUSER')
    const unregister = registerConnection({ channel: name, userId }, partner, queue, this.#deps)
    const names = { remoteManager: remote.queueManager, connectionName: partner.connectionName }
    this.#batches.setPartner(names, queue.name)
    const monitor = new SessionMonitor(definition, names, this.#deps)
    const options = readSendingOptions(definition, limits)
    const session = new SendingSession(partner.connection, queue, this.#batches, options, monitor, this.#deps)
    const ended = session
      .run(() => {
        this.#isReady = true
        this.#owner.recordStarted()
        connected()
      })
      .finally(() => {
        monitor.end()
        unregister()
        this.#session = undefined
        this.#isReady = false
      })
    this.#session = {
      running: session,
      ended: ended.catch(() => undefined),
      info: describeSession(partner, remote, limits, userId, this.#deps.clock()),
    }
    return ended
  }

  #findQueue({ name, attributes }: ObjectRecord): Queue {
    const queueName = readText(attributes, 'XMITQ')
    const queue = this.#deps.queues.find(queueName)
    if (queue?.settings.isTransmissionQueue) return queue
    const problem = queue ? 'which is no transmission queue' : 'which does not exist'
    throw new ChannelError('NOT_SUPPORTED', `XMITQ of ${name} names ${queueName}, ${problem}`, { isFinal: true })
  }
}
