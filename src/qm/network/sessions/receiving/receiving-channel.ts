/** RECEIVER and REQUESTER: a session per sending queue manager. A requester calls: servers send, senders call back. */
import type { Principal } from '../../../types/connection.ts'
import { mqError } from '../../../types/errors.ts'
import type { ChannelState, ChannelStatus, SavedChannelStatus } from '../../../types/network.ts'
import type { ObjectRecord } from '../../../types/services.ts'
import type { Channel, ChannelOwner } from '../../channel.ts'
import { initialStatus, noBatchId } from '../../channel-status.ts'
import { ChannelError } from '../../protocol/channel-error.ts'
import { checkSequenceWrap, type Hello, negotiate, type Welcome } from '../../protocol/handshake.ts'
import { Caller } from '../caller.ts'
import { checkSupported, readLimits, readNumber, readText } from '../channel-attributes.ts'
import { registerConnection } from '../channel-connection.ts'
import { buildInstanceStatus, describeSession, type SessionInfo } from '../instance-status.ts'
import {
  type AcceptedPartner,
  type AcceptingChannel,
  type CalledPartner,
  callPartner,
  welcomePartner,
} from '../partner.ts'
import { answerPing } from '../ping.ts'
import { queueManagerUser, type SessionDeps } from '../session-deps.ts'
import { closeTimeoutMs, inUse, type SessionEnd, toStartError } from '../session-end.ts'
import { SessionMonitor } from '../session-monitor.ts'
import type { PutterOptions } from './message-putter.ts'
import { listPositions, savePosition } from './received-position.ts'
import { ReceivingSession } from './receiving-session.ts'

type StopOptions = Parameters<Channel['stop']>[0]

interface ActiveSession {
  readonly running: ReceivingSession
  readonly info: SessionInfo
  readonly ended: Promise<unknown>
  isReady: boolean
}

export class ReceivingChannel implements AcceptingChannel {
  readonly #owner: ChannelOwner
  readonly #deps: SessionDeps
  readonly #caller: Caller
  /** The active sessions by the name of the sending queue manager. */
  readonly #sessions = new Map<string, ActiveSession>()
  /** Whether the requester waits for a sender that calls back. */
  #isRequesting = false

  constructor(owner: ChannelOwner, deps: SessionDeps) {
    this.#owner = owner
    this.#deps = deps
    this.#caller = new Caller({
      owner,
      timers: deps.timers,
      log: deps.log,
      call: (definition, signal, connected) => this.#call(definition, signal, connected),
    })
  }

  async start(): Promise<void> {
    const definition = this.#owner.readDefinition()
    try {
      checkSupported(definition)
    } catch (error) {
      throw toStartError(error)
    }
    if (definition.type !== 'RQSTR') return
    if (this.#caller.isActive || this.#sessions.size > 0) throw inUse(definition.name)
    this.#isRequesting = false
    this.#caller.start()
  }

  async stop({ mode, connectionName, remoteManager }: StopOptions): Promise<void> {
    if (connectionName === undefined && remoteManager === undefined) {
      this.#caller.stop()
      this.#isRequesting = false
    }
    for (const { running, info, isReady } of this.#sessions.values()) {
      if (connectionName !== undefined && info.connectionName !== connectionName) continue
      if (remoteManager !== undefined && info.remoteManager !== remoteManager) continue
      if (mode === 'QUIESCE' && isReady) running.quiesce()
      else running.connection.destroy(new ChannelError('ENDING', 'the channel was stopped'))
    }
  }

  async close(): Promise<void> {
    await this.stop({ mode: 'QUIESCE' })
    const cancel = this.#deps.timers.after(closeTimeoutMs, () => void this.stop({ mode: 'FORCE' }))
    await Promise.all([this.#caller.ended(), ...[...this.#sessions.values()].map(({ ended }) => ended)])
    cancel()
  }

  status(): readonly ChannelStatus[] {
    const active = [...this.#sessions.values()].map(({ running, info, isReady }) => {
      const state = running.isStopping ? 'STOPPING' : running.isPaused ? 'PAUSED' : isReady ? 'RUNNING' : 'BINDING'
      return buildInstanceStatus(running, info, state)
    })
    if (active.length > 0 || (!this.#caller.isActive && !this.#isRequesting)) return active
    const state: ChannelState = this.#isRequesting ? 'REQUESTING' : 'BINDING'
    const connectionName = readText(this.#owner.readDefinition().attributes, 'CONNAME')
    return [{ ...initialStatus, state, connectionName, lastError: this.#caller.lastError }]
  }

  saved(): readonly SavedChannelStatus[] {
    return listPositions(this.#owner.name, this.#deps)
  }

  async ping(): Promise<void> {
    const { name } = this.#owner
    throw mqError('MQRC_OPERATION_NOT_ALLOWED', `${name} receives; ping the channel that sends`, { object: name })
  }

  /** Sets the expected sequence number for every known partner. Rejects while a session runs. */
  async resetSequence(number: number): Promise<void> {
    const { name } = this.#owner
    if (this.#sessions.size > 0) throw inUse(name)
    const position = { batchId: noBatchId, sequence: number - 1 }
    for (const partner of listPositions(name, this.#deps)) await savePosition(name, partner, position, this.#deps)
  }

  async resolve(): Promise<void> {
    const { name } = this.#owner
    throw mqError('MQRC_OPERATION_NOT_ALLOWED', `${name} receives; batches are in doubt at the end that sends`, {
      object: name,
    })
  }

  async accept(partner: AcceptedPartner): Promise<void> {
    const definition = this.#owner.readDefinition()
    checkSupported(definition)
    if (partner.hello.purpose === 'ping') return answerPing(partner, definition, this.#deps)
    const limits = readLimits(definition.attributes)
    checkSequenceWrap(limits, partner.hello)
    await this.#replaceSession(partner.hello.queueManager)
    this.#isRequesting = false
    welcomePartner(partner.connection, limits, this.#deps)
    await this.#run(definition, partner, partner.hello, partner.userId, () => {})
  }

  /** Ends the session of a queue manager that has connected again, and waits until its commit has ended. */
  async #replaceSession(remoteManager: string): Promise<void> {
    for (;;) {
      const session = this.#sessions.get(remoteManager)
      if (!session) return
      session.running.connection.destroy(new ChannelError('ENDING', 'the partner has connected again'))
      await session.ended
    }
  }

  async #call(definition: ObjectRecord, signal: AbortSignal, connected: () => void): Promise<void> {
    checkSupported(definition)
    const partner = await callPartner(definition, { purpose: 'messages', resetTo: undefined, signal }, this.#deps)
    if (partner.welcome.callsBack) {
      this.#isRequesting = true
      partner.connection.end()
      return
    }
    checkSequenceWrap(readLimits(definition.attributes), partner.welcome)
    await this.#replaceSession(partner.welcome.queueManager)
    await this.#run(definition, partner, partner.welcome, '', connected)
  }

  async #run(
    definition: ObjectRecord,
    partner: Pick<CalledPartner, 'connection' | 'connectionName' | 'tls'>,
    remote: Hello | Welcome,
    mappedUser: string,
    connected: () => void,
  ): Promise<SessionEnd> {
    const { name, attributes } = definition
    const limits = negotiate(readLimits(attributes), remote)
    const userId = mappedUser || readText(attributes, 'MCAUSER')
    const unregister = registerConnection({ channel: name, userId }, partner, undefined, this.#deps)
    const names = { remoteManager: remote.queueManager, connectionName: partner.connectionName }
    const monitor = new SessionMonitor(definition, names, this.#deps)
    const options = { ...readPutterOptions(definition, userId), limits, partner: names, resetTo: remote.resetTo }
    const session = new ReceivingSession(partner.connection, options, monitor, this.#deps)
    const active: { -readonly [member in keyof ActiveSession]: ActiveSession[member] } = {
      running: session,
      isReady: false,
      ended: Promise.resolve(),
      info: describeSession(partner, remote, limits, userId, this.#deps.clock()),
    }
    this.#sessions.set(names.remoteManager, active)
    const ended = session
      .run(() => {
        active.isReady = true
        this.#owner.recordStarted()
        connected()
      })
      .finally(() => {
        monitor.end()
        unregister()
        this.#sessions.delete(names.remoteManager)
      })
    active.ended = ended.catch(() => undefined)
    return ended
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
