/**
 * A running agent: takes commands, sends and receives transfers, and publishes its status. Everything that must survive
 * the process is in its queues.
 */
import { hostname, type as systemType } from 'node:os'
import { version } from '../../lib/package/version.ts'
import type { Message, UnitOfWork } from '../../qm/index.ts'
import type { AgentDeps } from '../context/agent-deps.ts'
import { Monitors } from '../monitors/monitors.ts'
import { type AfterCommit, commitTogether, loadJournals } from '../queues/journal.ts'
import { IncomingTransfers } from '../receiving/incoming-transfers.ts'
import { Schedules } from '../schedules/schedules.ts'
import { OutgoingTransfers } from '../sending/outgoing-transfers.ts'
import { decodeFrame, type Frame, type FrameReceiver } from '../types/frame.ts'
import { agentQueueName, topics } from '../types/names.ts'
import type { AgentState, AgentStatus } from '../types/publications.ts'
import { runCommand } from './run-command.ts'

export interface Agent extends FrameReceiver {
  readonly name: string
  readonly queueManager: string
  readonly coordinationQueueManager: string
  /** Resolves when the agent has stopped, with the error that stopped it if there is one. */
  readonly ended: Promise<Error | undefined>
  status(): AgentStatus
  /** Stops the agent. Transfers continue at its next start. */
  close(): Promise<void>
}

export interface AgentParts {
  readonly deps: AgentDeps
  readonly outgoing: OutgoingTransfers
  readonly incoming: IncomingTransfers
  readonly schedules: Schedules
  readonly monitors: Monitors
}

/** Starts an agent and continues its transfers, schedules and monitors. Rejects with an `MqError`. */
export async function openAgent(deps: AgentDeps): Promise<Agent> {
  const { settings, connection, publisher, clock, timers, log } = deps
  const { name } = settings
  const startedAt = clock()
  const stop = new AbortController()
  const journals = await loadJournals(connection, agentQueueName('STATE', name))
  const changed = () => void publishStatus()
  const outgoing = new OutgoingTransfers(journals, deps, changed)
  const incoming = new IncomingTransfers(journals, deps, changed)
  const schedules = new Schedules(journals, deps)
  const monitors = new Monitors(journals, deps, (id) => outgoing.has(id))
  const parts: AgentParts = { deps, outgoing, incoming, schedules, monitors }

  let cancelTimer = () => {}
  let lastState: AgentState | undefined
  let isEnded = false

  function status(state: AgentState = outgoing.size + incoming.size > 0 ? 'active' : 'ready'): AgentStatus {
    return {
      name,
      type: 'standard',
      state: isEnded ? 'stopped' : state,
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
      startedAt,
      publishedAt: clock(),
      sourceTransfers: outgoing.list(),
      destinationTransfers: incoming.list(),
    }
  }

  /** Publishes the status when the state changes, and regularly: the status of an agent that has died becomes old. */
  async function publishStatus(isDue = false): Promise<void> {
    const now = status()
    if (now.state === lastState && !isDue) return
    lastState = now.state
    cancelTimer()
    if (!isEnded)
      cancelTimer = timers.after(settings.statusPublicationRateSeconds * 1000, () => void publishStatus(true))
    await publisher.publish(topics.agent(name), now, { retain: true })
  }

  /** Handles the messages of a queue one after the other, each in a unit of work. */
  async function serve(
    queue: string,
    handle: (message: Message, unit: UnitOfWork) => Promise<AfterCommit>,
  ): Promise<void> {
    const input = connection.open(queue, { mode: 'input' })
    while (!stop.signal.aborted) {
      const after = await commitTogether(connection, async (unitOfWork) => {
        const message = await input.get({ waitMs: Number.POSITIVE_INFINITY, signal: stop.signal, unitOfWork })
        return message && handle(message, unitOfWork)
      })
      await after?.()
    }
  }

  const loops = [
    serve(agentQueueName('COMMAND', name), (message, unit) => runCommand(message, parts, unit)),
    serve(agentQueueName('DATA', name), (message, unit) => takeFrame(message, unit)),
    serve(agentQueueName('REPLY', name), async (message) => {
      outgoing.receive(JSON.parse(message.body.toString('utf8')))
      return undefined
    }),
  ]

  async function takeFrame(message: Message, unit: UnitOfWork): Promise<AfterCommit> {
    let frame: Frame
    try {
      frame = decodeFrame(message.body)
    } catch (error) {
      log.error({ err: error, agent: name }, 'a message on the data queue is not a frame and is discarded')
      return undefined
    }
    return incoming.take(frame, unit)
  }

  const failed = Promise.race(loops.map((loop) => loop.catch((error: unknown) => error as Error)))
  const ended = failed.then(async (error) => {
    const isOrderly = stop.signal.aborted
    stop.abort(error ?? new Error('the agent ends'))
    schedules.close()
    monitors.close()
    await Promise.allSettled([...loops, outgoing.close(), incoming.stop()])
    isEnded = true
    cancelTimer()
    await publisher.publish(topics.agent(name), status(), { retain: true })
    await deps.closeFiles()
    await connection.close()
    return isOrderly ? undefined : (error ?? new Error('the agent has ended'))
  })
  await publishStatus(true)
  await schedules.publish()
  outgoing.start()
  monitors.start()
  return {
    name,
    queueManager: settings.queueManager,
    ended,
    status,
    coordinationQueueManager: settings.coordinationQueueManager,
    receive: (frame) => incoming.receive(frame),
    async close() {
      stop.abort(new Error('the agent was stopped'))
      await ended
    },
  }
}
