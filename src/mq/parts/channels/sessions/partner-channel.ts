/** What the channels of both directions share: the caller, the active sessions, and how these stop and end. */
import type { Channel, ChannelOwner } from '../../../manager/channels/channel.ts'
import type { Queue } from '../../../manager/queues/queue.ts'
import type { ObjectHandle, ObjectRecord } from '../../../manager/types/services.ts'
import { ChannelError } from '../protocol/channel-error.ts'
import { type ChannelLimits, checkSequenceWrap, type Hello, negotiate, type Welcome } from '../protocol/handshake.ts'
import type { FrameConnection } from '../transport/frame-connection.ts'
import { Caller } from './caller.ts'
import { readLimits, readText } from './channel-attributes.ts'
import type { ChannelSession } from './channel-session.ts'
import { describeSession, type SessionInfo } from './instance-status.ts'
import type { AcceptedPartner, CalledPartner } from './partner.ts'
import { type PartnerNames, queueManagerUser, type SessionDeps } from './session-deps.ts'
import { closeTimeoutMs, inUse, type SessionEnd } from './session-end.ts'
import { SessionMonitor } from './session-monitor.ts'

/** MQOO_INPUT_EXCLUSIVE with MQOO_FAIL_IF_QUIESCING. */
const openOptions = 8196

/** Registers a session and returns the function that removes it. Throws 2042 if the transmission queue is exclusive. */
function registerConnection(
  { channel, userId }: { readonly channel: string; readonly userId: string },
  { connection, connectionName: address }: Pick<CalledPartner, 'connection' | 'connectionName'>,
  queue: Queue | undefined,
  { connections, triggerAgain }: SessionDeps,
): () => void {
  const principal = { name: userId || queueManagerUser, groups: [], privileged: true }
  const stop = () => connection.destroy(new ChannelError('ENDING', 'the connection was stopped'))
  const open = connections.add(principal, { name: 'sluice', channel, address, isSystem: true }, stop)
  const handle: ObjectHandle = {
    connection: open.status,
    objectName: queue?.name ?? '',
    objectType: 'QUEUE',
    openOptions,
    state: 'ACTIVE',
  }
  try {
    queue?.open(handle, 'input')
  } catch (error) {
    connections.remove(open.status.id)
    throw error
  }
  if (queue) open.handles.add(handle)
  return () => {
    connections.remove(open.status.id)
    if (!queue) return
    queue.close(handle)
    triggerAgain(queue) // a message may have arrived while the session was ending
  }
}

export type StopOptions = Parameters<Channel['stop']>[0]

interface ActiveSession<Session> {
  readonly running: Session
  readonly info: SessionInfo
  ended: Promise<unknown>
  isReady: boolean
}

/** What a session is opened with, when its handshake is complete. */
export interface SessionStart {
  readonly definition: ObjectRecord
  readonly connection: FrameConnection
  readonly remote: Hello | Welcome
  readonly userId: string
  readonly limits: ChannelLimits
  readonly names: PartnerNames
  readonly monitor: SessionMonitor
}

export abstract class PartnerChannel<Session extends ChannelSession> {
  protected readonly owner: ChannelOwner
  protected readonly deps: SessionDeps
  protected readonly caller: Caller
  /** The active sessions by the name of the partner's queue manager. */
  protected readonly sessions = new Map<string, ActiveSession<Session>>()

  constructor(owner: ChannelOwner, deps: SessionDeps) {
    this.owner = owner
    this.deps = deps
    const { timers, clock, log } = deps
    this.caller = new Caller({ owner, timers, clock, log, call: (...call) => this.call(...call) })
  }

  /** Connects and runs a session until its end; calls `connected` at its begin. Rejects when it should be retried. */
  protected abstract call(definition: ObjectRecord, signal: AbortSignal, connected: () => void): Promise<void>
  protected abstract openSession(start: SessionStart): Session

  /** Returns the transmission queue of a channel that sends. */
  protected findQueue(_definition: ObjectRecord): Queue | undefined {
    return undefined
  }

  async stop(options: StopOptions): Promise<void> {
    if (options.connectionName === undefined && options.remoteManager === undefined) this.caller.stop()
    for (const { running, isReady } of this.findSessions(options)) {
      if (options.mode === 'QUIESCE' && isReady) running.quiesce()
      else running.connection.destroy(new ChannelError('ENDING', 'the channel was stopped'))
    }
  }

  async close(): Promise<void> {
    await this.stop({ mode: 'QUIESCE' })
    const cancel = this.deps.timers.after(closeTimeoutMs, () => void this.stop({ mode: 'FORCE' }))
    await Promise.all([this.caller.ended(), ...[...this.sessions.values()].map(({ ended }) => ended)])
    cancel()
  }

  /** Returns the sessions with the partner that a stop names; all when it names none. */
  protected findSessions({ connectionName, remoteManager }: StopOptions): ActiveSession<Session>[] {
    return [...this.sessions.values()].filter(
      ({ info }) =>
        (connectionName ?? info.connectionName) === info.connectionName &&
        (remoteManager ?? info.remoteManager) === info.remoteManager,
    )
  }

  /** Throws an `MqError` while a session is active. */
  protected requireIdle(): void {
    if (this.sessions.size > 0) throw inUse(this.owner.name)
  }

  /** Throws a `ChannelError` when the channel is stopped. Must be called in the turn in which a session begins. */
  protected requireStarted(): void {
    if (this.owner.isStopped())
      throw new ChannelError('CHANNEL_STOPPED', `channel ${this.owner.name} of ${this.deps.manager} is stopped`)
  }

  /** Ends the session of a queue manager that has connected again, and waits until its commit has ended. */
  protected async replaceSession(remoteManager: string): Promise<void> {
    for (;;) {
      const session = this.sessions.get(remoteManager)
      if (!session) return
      session.running.connection.destroy(new ChannelError('ENDING', 'the partner has connected again'))
      await session.ended
    }
  }

  /** Runs a session with a partner that the channel has called. Rejects when `signal` has stopped the channel. */
  protected async runCalled(
    definition: ObjectRecord,
    partner: CalledPartner,
    signal: AbortSignal,
    connected: () => void,
  ): Promise<SessionEnd> {
    try {
      checkSequenceWrap(readLimits(definition.attributes), partner.welcome)
      await this.replaceSession(partner.welcome.queueManager)
      signal.throwIfAborted()
      return await this.run(definition, partner, connected)
    } catch (error) {
      partner.connection.destroy()
      throw error
    }
  }

  /** Runs a session until its end, as the mapped user or that of the channel. Rejects with the error that ended it. */
  protected async run(
    definition: ObjectRecord,
    partner: CalledPartner | AcceptedPartner,
    connected = () => {},
    mappedUser = '',
  ): Promise<SessionEnd> {
    const { name, attributes } = definition
    const { connection, connectionName } = partner
    const remote = 'hello' in partner ? partner.hello : partner.welcome
    const names = { remoteManager: remote.queueManager, connectionName }
    // A partner that has connected again, more than once, gets one session.
    if (this.sessions.has(names.remoteManager))
      throw new ChannelError('CHANNEL_IN_USE', `${name} runs with ${names.remoteManager}`)
    const limits = negotiate(readLimits(attributes), remote)
    const userId = mappedUser || readText(attributes, 'MCAUSER')
    const unregister = registerConnection({ channel: name, userId }, partner, this.findQueue(definition), this.deps)
    const monitor = new SessionMonitor(definition, this.deps.attribute('MONCHL'))
    const session: ActiveSession<Session> = {
      running: this.openSession({ definition, connection, remote, userId, limits, names, monitor }),
      info: describeSession(partner, remote, limits, userId, this.deps.clock()),
      ended: Promise.resolve(),
      isReady: false,
    }
    this.sessions.set(names.remoteManager, session)
    const ended = session.running
      .run(() => {
        session.isReady = true
        connected()
      })
      .finally(() => {
        unregister()
        this.sessions.delete(names.remoteManager)
      })
    session.ended = ended.catch(() => undefined)
    return ended
  }
}
