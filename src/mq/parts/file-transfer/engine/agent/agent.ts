/** A running agent: takes commands, moves files, publishes its status. What must survive is in its queues. */
import { hostname, type as systemType } from 'node:os'
import { version } from '../../../../../shared/lib/package/version.ts'
import type { Message, UnitOfWork } from '../../../../manager/index.ts'
import type { AgentDeps } from '../context/agent-deps.ts'
import { Monitors } from '../monitors/monitors.ts'
import { type AfterCommit, commitTogether, type LoadedJournal, loadJournals } from '../queues/journal.ts'
import { IncomingTransfers } from '../receiving/incoming-transfers.ts'
import { Schedules } from '../schedules/schedules.ts'
import { OutgoingTransfers } from '../sending/outgoing-transfers.ts'
import { decodeFrame, type Frame, type FrameReceiver, parseReply } from '../types/frame.ts'
import { agentQueueName, topics } from '../types/names.ts'
import type { AgentState, AgentStatus } from '../types/publications.ts'
import { runCommand } from './run-command.ts'

export interface AgentParts {
  readonly deps: AgentDeps
  readonly outgoing: OutgoingTransfers
  readonly incoming: IncomingTransfers
  readonly schedules: Schedules
  readonly monitors: Monitors
}

/** Starts an agent and continues its transfers, schedules and monitors. Rejects with an `MqError`. */
export async function openAgent(deps: AgentDeps): Promise<Agent> {
  const journals = await loadJournals(deps.connection, agentQueueName('STATE', deps.settings.name))
  const agent = new Agent(deps, journals)
  await agent.start()
  return agent
}

export class Agent implements FrameReceiver {
  readonly name: string
  readonly queueManager: string
  readonly coordinationQueueManager: string
  /** Resolves when the agent has stopped, with the error that stopped it if there is one. */
  readonly ended: Promise<Error | undefined>
  readonly #parts: AgentParts
  readonly #startedAt: number
  readonly #stop = new AbortController()
  #cancelTimer = () => {}
  #lastState: AgentState | undefined
  #isEnded = false

  constructor(deps: AgentDeps, journals: ReadonlyMap<string, LoadedJournal>) {
    const { name, queueManager, coordinationQueueManager } = deps.settings
    this.name = name
    this.queueManager = queueManager
    this.coordinationQueueManager = coordinationQueueManager
    this.#startedAt = deps.clock()
    const changed = () => void this.#publishStatus()
    const outgoing = new OutgoingTransfers(journals, deps, changed)
    const incoming = new IncomingTransfers(journals, deps, changed)
    const schedules = new Schedules(journals, deps)
    const monitors = new Monitors(journals, deps, (id) => outgoing.has(id))
    this.#parts = { deps, outgoing, incoming, schedules, monitors }
    this.ended = this.#serveQueues()
  }

  /** Publishes the status, and starts what waits. Called once. */
  async start(): Promise<void> {
    const { outgoing, schedules, monitors } = this.#parts
    await this.#publishStatus(true)
    await schedules.publish()
    outgoing.start()
    monitors.start()
  }

  status(): AgentStatus {
    const { deps, outgoing, incoming } = this.#parts
    const { settings, clock } = deps
    const state = outgoing.size + incoming.size > 0 ? 'active' : 'ready'
    return {
      name: this.name,
      type: 'standard',
      state: this.#isEnded ? 'stopped' : state,
      description: settings.description,
      qmgrName: settings.queueManager,
      version,
      hostName: hostname(),
      operatingSystem: systemType(),
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      statusPublicationRateSeconds: settings.statusPublicationRateSeconds,
      maximumSourceTransfers: settings.maxSourceTransfers,
      maximumDestinationTransfers: settings.maxDestinationTransfers,
      maximumQueuedTransfers: settings.maxQueuedTransfers,
      startedAt: this.#startedAt,
      publishedAt: clock(),
      sourceTransfers: outgoing.list(),
      destinationTransfers: incoming.list(),
    }
  }

  receive(frame: Frame): void {
    this.#parts.incoming.receive(frame)
  }

  /** Stops the agent. Transfers continue at its next start. */
  async close(): Promise<void> {
    this.#stop.abort(new Error('the agent was stopped'))
    await this.ended
  }

  /** Publishes the status when the state changes, and regularly: the status of an agent that has died becomes old. */
  async #publishStatus(isDue = false): Promise<void> {
    const { settings, timers, publisher } = this.#parts.deps
    const now = this.status()
    if (now.state === this.#lastState && !isDue) return
    this.#lastState = now.state
    this.#cancelTimer()
    const ms = settings.statusPublicationRateSeconds * 1000
    if (!this.#isEnded) this.#cancelTimer = timers.after(ms, () => void this.#publishStatus(true))
    await publisher.publish(topics.agent(this.name), now, { retain: true })
  }

  /** Serves the queues of the agent until one fails or the agent is stopped, and ends its parts then. */
  async #serveQueues(): Promise<Error | undefined> {
    const { outgoing, incoming, schedules, monitors, deps } = this.#parts
    const loops = [
      this.#serve('COMMAND', (message, unit) => runCommand(message, this.#parts, unit)),
      this.#serve('DATA', async (message, unit) => {
        const frame = this.#read(message, 'frame', decodeFrame)
        return frame && this.#parts.incoming.take(frame, unit)
      }),
      this.#serve('REPLY', async (message) => {
        const reply = this.#read(message, 'reply', parseReply)
        if (reply) outgoing.receive(reply)
        return undefined
      }),
    ]
    const error = await Promise.race(loops.map((loop) => loop.catch((error: unknown) => error as Error)))
    const isOrderly = this.#stop.signal.aborted
    this.#stop.abort(error ?? new Error('the agent ends'))
    schedules.close()
    monitors.close()
    await Promise.allSettled([...loops, outgoing.close(), incoming.stop()])
    this.#isEnded = true
    this.#cancelTimer()
    await deps.publisher.publish(topics.agent(this.name), this.status(), { retain: true })
    await deps.closeFiles()
    await deps.connection.close()
    return isOrderly ? undefined : (error ?? new Error('the agent has ended'))
  }

  /** Handles the messages of a queue one after the other, each in a unit of work. */
  async #serve(
    kind: 'COMMAND' | 'DATA' | 'REPLY',
    handle: (message: Message, unit: UnitOfWork) => Promise<AfterCommit>,
  ): Promise<void> {
    const { connection } = this.#parts.deps
    const { signal } = this.#stop
    const input = connection.open(agentQueueName(kind, this.name), { mode: 'input' })
    while (!signal.aborted) {
      const after = await commitTogether(connection, async (unitOfWork) => {
        const message = await input.get({ waitMs: Number.POSITIVE_INFINITY, signal, unitOfWork })
        return message && handle(message, unitOfWork)
      })
      await after?.()
    }
  }

  /** Returns what a message says. One that cannot be read is discarded: it would end the agent at each start. */
  #read<T>(message: Message, what: string, parse: (body: Buffer) => T): T | undefined {
    try {
      return parse(message.body)
    } catch (error) {
      const { log } = this.#parts.deps
      log.error({ err: error, agent: this.name }, `a message for the agent is not a ${what} and is discarded`)
      return undefined
    }
  }
}
