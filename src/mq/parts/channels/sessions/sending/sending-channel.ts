/**
 * A channel that sends: SENDER and SERVER.
 *
 * A sender connects to its partner. A server does so when it has a CONNAME; otherwise it waits for a requester. A
 * requester that connects to a sender is called back.
 */
import { type ChannelOwner, initialStatus } from '../../../../manager/channels/channel.ts'
import type { Queue } from '../../../../manager/queues/queue.ts'
import { mqError } from '../../../../manager/types/errors.ts'
import type { ChannelState, ChannelStatus, SavedChannelStatus } from '../../../../manager/types/network.ts'
import type { ObjectRecord } from '../../../../manager/types/services.ts'
import { ChannelError } from '../../protocol/channel-error.ts'
import { checkSequenceWrap } from '../../protocol/handshake.ts'
import { checkSupported, readLimits, readText } from '../channel-attributes.ts'
import { buildInstanceStatus } from '../instance-status.ts'
import { type AcceptedPartner, type AcceptingChannel, callPartner, pingPartner, welcomePartner } from '../partner.ts'
import { PartnerChannel, type SessionStart, type StopOptions } from '../partner-channel.ts'
import type { SessionDeps } from '../session-deps.ts'
import { inUse, toStartError } from '../session-end.ts'
import { readSendingOptions } from './message-sender.ts'
import { SendingSession } from './sending-session.ts'
import { SentBatches } from './sent-batches.ts'

/** It has one session at most. */
export class SendingChannel extends PartnerChannel<SendingSession> implements AcceptingChannel {
  readonly #batches: SentBatches

  constructor(owner: ChannelOwner, deps: SessionDeps) {
    super(owner, deps)
    this.#batches = new SentBatches(owner.name, deps)
  }

  async start(): Promise<void> {
    const definition = this.owner.readDefinition()
    if (this.caller.isActive || this.sessions.size > 0) throw inUse(definition.name)
    try {
      checkSupported(definition)
      this.findQueue(definition)
    } catch (error) {
      throw toStartError(error)
    }
    // A server without CONNAME waits for its requester.
    if (readText(definition.attributes, 'CONNAME') !== '') this.caller.start()
  }

  override async stop(options: StopOptions): Promise<void> {
    if (this.findSessions(options).length > 0) this.caller.stop() // it does not connect again
    await super.stop(options)
  }

  status(): readonly ChannelStatus[] {
    const [session] = this.sessions.values()
    const retries = this.caller.isActive ? this.caller.remainingRetries : undefined
    const { lastError } = this.caller
    if (session) {
      const stopping = session.running.isStopping || this.caller.isStopping
      const state: ChannelState = stopping ? 'STOPPING' : session.isReady ? 'RUNNING' : 'BINDING'
      return [{ ...buildInstanceStatus(session.running, session.info, state), retries }]
    }
    if (!this.caller.isActive) return []
    const state: ChannelState = this.caller.isStopping ? 'STOPPING' : this.caller.isRetrying ? 'RETRYING' : 'BINDING'
    const connectionName = readText(this.owner.readDefinition().attributes, 'CONNAME')
    const batches = this.#batches.status()
    return [{ ...initialStatus, state, connectionName, retries, lastError, batches }]
  }

  saved(): readonly SavedChannelStatus[] {
    const saved = this.#batches.saved()
    return saved ? [saved] : []
  }

  async ping(dataLength: number): Promise<void> {
    const definition = this.owner.readDefinition()
    this.requireIdle()
    try {
      await pingPartner(definition, dataLength, this.deps)
    } catch (error) {
      throw toStartError(error)
    }
  }

  async resetSequence(number: number): Promise<void> {
    const { name } = this.owner
    this.requireIdle()
    if (this.#batches.isInDoubt) {
      const text = `messages of ${name} are in doubt; RESOLVE CHANNEL first`
      throw mqError('MQRCCF_CHANNEL_INDOUBT', text, { object: name })
    }
    await this.#batches.reset(number)
  }

  async resolve(action: 'COMMIT' | 'BACKOUT'): Promise<void> {
    const { name } = this.owner
    this.requireIdle()
    if (!this.#batches.isInDoubt)
      throw mqError('MQRCCF_COMMAND_FAILED', `no batch of ${name} is in doubt`, { object: name })
    if (action === 'COMMIT') await this.#batches.commit()
    else await this.#batches.backOut()
  }

  /** Serves a requester: over the same connection as a server, by calling back as a sender. */
  async accept(partner: AcceptedPartner): Promise<void> {
    const definition = this.owner.readDefinition()
    checkSupported(definition)
    this.requireStarted()
    const { connection, hello } = partner
    const limits = readLimits(definition.attributes)
    if (definition.type === 'SDR') {
      welcomePartner(connection, limits, this.deps, { callsBack: true })
      connection.end()
      if (!this.caller.isActive && this.sessions.size === 0) this.caller.start()
      return
    }
    await this.#releaseFor(hello.queueManager)
    this.requireStarted()
    checkSequenceWrap(limits, hello)
    const { resetTo } = this.#batches
    welcomePartner(connection, limits, this.deps, resetTo === undefined ? {} : { resetTo })
    await this.run(definition, partner)
  }

  /** Ends a session with the same partner, which has connected again. Throws when another partner is connected. */
  async #releaseFor(remoteManager: string): Promise<void> {
    const other = [...this.sessions.keys()].find((name) => name !== remoteManager)
    if (other !== undefined) throw new ChannelError('CHANNEL_IN_USE', `${this.owner.name} runs with ${other}`)
    this.caller.stop()
    await Promise.all([this.replaceSession(remoteManager), this.caller.ended()])
  }

  protected override async call(definition: ObjectRecord, signal: AbortSignal, connected: () => void): Promise<void> {
    checkSupported(definition)
    const { resetTo } = this.#batches
    const partner = await callPartner(definition, { purpose: 'messages', resetTo, signal }, this.deps)
    const end = await this.runCalled(definition, partner, signal, connected)
    if (end === 'closedByPartner' && !signal.aborted) throw new ChannelError('ENDING', 'the partner ended the session')
  }

  protected override openSession({ definition, connection, limits, names, monitor }: SessionStart): SendingSession {
    const queue = this.findQueue(definition)
    const options = readSendingOptions(definition, limits)
    this.#batches.setPartner(names, queue.name)
    return new SendingSession(connection, queue, this.#batches, options, monitor, this.deps)
  }

  protected override findQueue({ name, attributes }: ObjectRecord): Queue {
    const queueName = readText(attributes, 'XMITQ')
    const queue = this.deps.queues.find(queueName)
    if (queue?.settings.isTransmissionQueue) return queue
    const problem = queue ? 'which is no transmission queue' : 'which does not exist'
    throw new ChannelError('NOT_SUPPORTED', `XMITQ of ${name} names ${queueName}, ${problem}`, { isFinal: true })
  }
}
