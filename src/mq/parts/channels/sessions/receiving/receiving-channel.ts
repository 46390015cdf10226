/** RECEIVER and REQUESTER: a session per sending queue manager. A requester calls: servers send, senders call back. */
import { initialStatus, noBatchId } from '../../../../manager/channels/channel.ts'
import type { Principal } from '../../../../manager/types/connection.ts'
import { mqError } from '../../../../manager/types/errors.ts'
import type { ChannelState, ChannelStatus, SavedChannelStatus } from '../../../../manager/types/network.ts'
import type { ObjectRecord } from '../../../../manager/types/services.ts'
import { checkSequenceWrap } from '../../protocol/handshake.ts'
import { checkSupported, readLimits, readNumber, readText } from '../channel-attributes.ts'
import { buildInstanceStatus } from '../instance-status.ts'
import { type AcceptedPartner, type AcceptingChannel, answerPing, callPartner, welcomePartner } from '../partner.ts'
import { PartnerChannel, type SessionStart, type StopOptions } from '../partner-channel.ts'
import { queueManagerUser } from '../session-deps.ts'
import { inUse, toStartError } from '../session-end.ts'
import type { PutterOptions } from './message-putter.ts'
import { listPositions, savePosition } from './received-position.ts'
import { ReceivingSession } from './receiving-session.ts'

export class ReceivingChannel extends PartnerChannel<ReceivingSession> implements AcceptingChannel {
  /** Whether the requester waits for a sender that calls back. */
  #isRequesting = false

  async start(): Promise<void> {
    const definition = this.owner.readDefinition()
    try {
      checkSupported(definition)
    } catch (error) {
      throw toStartError(error)
    }
    if (definition.type !== 'RQSTR') return
    if (this.caller.isActive || this.sessions.size > 0) throw inUse(definition.name)
    this.#isRequesting = false
    this.caller.start()
  }

  override async stop(options: StopOptions): Promise<void> {
    if (options.connectionName === undefined && options.remoteManager === undefined) this.#isRequesting = false
    await super.stop(options)
  }

  status(): readonly ChannelStatus[] {
    const active = [...this.sessions.values()].map(({ running, info, isReady }) => {
      const state = running.isStopping ? 'STOPPING' : running.isPaused ? 'PAUSED' : isReady ? 'RUNNING' : 'BINDING'
      return buildInstanceStatus(running, info, state)
    })
    if (active.length > 0 || (!this.caller.isActive && !this.#isRequesting)) return active
    const state: ChannelState = this.#isRequesting ? 'REQUESTING' : 'BINDING'
    const connectionName = readText(this.owner.readDefinition().attributes, 'CONNAME')
    return [{ ...initialStatus, state, connectionName, lastError: this.caller.lastError }]
  }

  saved(): readonly SavedChannelStatus[] {
    return listPositions(this.owner.name, this.deps)
  }

  async ping(): Promise<void> {
    const { name } = this.owner
    throw mqError('MQRC_OPERATION_NOT_ALLOWED', `${name} receives; ping the channel that sends`, { object: name })
  }

  /** Sets the expected sequence number for every known partner. Rejects while a session runs. */
  async resetSequence(number: number): Promise<void> {
    const { name } = this.owner
    this.requireIdle()
    const position = { batchId: noBatchId, sequence: number - 1 }
    for (const partner of listPositions(name, this.deps)) await savePosition(name, partner, position, this.deps)
  }

  async resolve(): Promise<void> {
    const { name } = this.owner
    const text = `${name} receives; batches are in doubt at the end that sends`
    throw mqError('MQRC_OPERATION_NOT_ALLOWED', text, { object: name })
  }

  async accept(partner: AcceptedPartner): Promise<void> {
    const definition = this.owner.readDefinition()
    checkSupported(definition)
    this.requireStarted()
    if (partner.hello.purpose === 'ping') return answerPing(partner, definition, this.deps)
    const limits = readLimits(definition.attributes)
    checkSequenceWrap(limits, partner.hello)
    await this.replaceSession(partner.hello.queueManager)
    this.requireStarted()
    this.#isRequesting = false
    welcomePartner(partner.connection, limits, this.deps)
    await this.run(definition, partner, undefined, partner.userId)
  }

  protected override async call(definition: ObjectRecord, signal: AbortSignal, connected: () => void): Promise<void> {
    checkSupported(definition)
    const partner = await callPartner(definition, { purpose: 'messages', resetTo: undefined, signal }, this.deps)
    if (partner.welcome.callsBack) {
      this.#isRequesting = true
      partner.connection.end()
      return
    }
    await this.runCalled(definition, partner, signal, connected)
  }

  protected override openSession(start: SessionStart): ReceivingSession {
    const { definition, connection, remote, userId, limits, names: partner, monitor } = start
    const options = { ...readPutterOptions(definition, userId), limits, partner, resetTo: remote.resetTo }
    return new ReceivingSession(connection, options, monitor, this.deps)
  }
}

function readPutterOptions({ name, attributes }: ObjectRecord, userId: string): PutterOptions {
  const principal: Principal | undefined =
    userId === '' || userId === queueManagerUser ? undefined : { name: userId, groups: [], privileged: false }
  return {
    channel: name,
    principal,
    usesContext: attributes.PUTAUT === 'CTX',
    retries: readNumber(attributes, 'MRRTY', 10),
    retryMs: readNumber(attributes, 'MRTMR', 1000),
    usesDeadLetterQueue: attributes.USEDLQ !== 'NO',
  }
}
