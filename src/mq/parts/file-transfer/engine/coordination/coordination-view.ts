/** The agents, transfers, monitors and schedules of a coordination queue manager, kept up to date by a subscription. */
import type { Log } from '../../../../../shared/lib/output/log.ts'
import type { Clock } from '../../../../../shared/lib/time/clock.ts'
import type { Timers } from '../../../../../shared/lib/time/timers.ts'
import type { Message, QueueManager } from '../../../../manager/index.ts'
import { parseAgentJson } from '../types/frame.ts'
import { internalPrincipal, topics } from '../types/names.ts'
import type { AgentStatus, MonitorStatus, SchedulesStatus, TransferEvent } from '../types/publications.ts'
import { TransferCatalog } from './transfer-catalog.ts'

export interface CoordinationViewOptions {
  readonly qmgrName: string
  findQueueManager(): QueueManager | undefined
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
}

const reconnectMs = 1000

export class CoordinationView {
  readonly transfers = new TransferCatalog()
  readonly #options: CoordinationViewOptions
  readonly #agents = new Map<string, AgentStatus>()
  readonly #monitors = new Map<string, MonitorStatus>()
  readonly #schedules = new Map<string, SchedulesStatus>()
  readonly #stop = new AbortController()
  readonly #running: Promise<void>
  /** After this time without a subscription, the view stops its attempts until the next call of `connected`. */
  reconnectTimeoutMs = Number.POSITIVE_INFINITY
  #failure: Error | undefined
  #brokenSince: number | undefined
  #hasGivenUp = false
  #isFollowing = false
  #waiting: (() => void)[] = []
  #wake = () => {}

  constructor(options: CoordinationViewOptions) {
    this.#options = options
    this.#running = this.#run()
  }

  /** The error that ended or prevented the subscription; undefined while there is one. */
  get failure(): Error | undefined {
    return this.#failure
  }

  /** Whether the view has stopped its attempts to subscribe. */
  get hasGivenUp(): boolean {
    return this.#hasGivenUp
  }

  /** Resolves when the subscription exists or has failed. Makes a view that has given up try again. */
  async connected(): Promise<void> {
    if (this.#hasGivenUp) this.#wake()
    if (this.#isFollowing || this.#failure) return
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  get agents(): readonly AgentStatus[] {
    return sorted(this.#agents)
  }

  get monitors(): readonly MonitorStatus[] {
    return sorted(this.#monitors)
  }

  get schedules(): readonly SchedulesStatus[] {
    return sorted(this.#schedules)
  }

  /** Forgets an agent that was deleted. */
  forgetAgent(name: string): void {
    this.#agents.delete(name)
    this.#schedules.delete(name)
    for (const [key, { agent }] of this.#monitors) if (agent.name === name) this.#monitors.delete(key)
  }

  async close(): Promise<void> {
    this.#stop.abort(new Error('the view is closed'))
    this.#wake()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop
    while (!signal.aborted) {
      await this.#follow().catch((error: unknown) => {
        this.#failure = error as Error
      })
      this.#isFollowing = false
      this.#settle()
      if (!signal.aborted) await this.#pause()
    }
  }

  /** Waits before the next attempt, or, after the timeout, for the next request. */
  async #pause(): Promise<void> {
    const { clock, timers } = this.#options
    this.#brokenSince ??= clock()
    this.#hasGivenUp = clock() - this.#brokenSince >= this.reconnectTimeoutMs
    await new Promise<void>((resolve) => {
      const cancelTimer = this.#hasGivenUp ? () => {} : timers.after(reconnectMs, resolve)
      this.#wake = () => {
        cancelTimer()
        resolve()
      }
    })
    this.#hasGivenUp = false
  }

  #settle(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  /** Receives publications until the connection breaks. */
  async #follow(): Promise<void> {
    const { qmgrName, findQueueManager, log } = this.#options
    const manager = findQueueManager()
    if (!manager) throw new Error(`there is no queue manager ${qmgrName}`)
    await using connection = manager.connect(internalPrincipal, { name: 'SYSTEM.FTE', isSystem: true })
    const subscription = await connection.subscribe({ topicString: topics.all })
    const queue = subscription.open()
    this.#failure = undefined
    this.#brokenSince = undefined
    this.#isFollowing = true
    this.#settle()
    const { signal } = this.#stop
    for (;;) {
      const message = await queue.get({ waitMs: Number.POSITIVE_INFINITY, signal })
      if (message) this.#take(message, log)
    }
  }

  #take({ publication, body }: Message, log: Log): void {
    const [, kind, agent = '', ...rest] = publication?.topicString.split('/') ?? []
    try {
      const content: unknown = body.length === 0 ? undefined : parseAgentJson(body)
      if (kind === 'Agents') this.#agents.set((content as AgentStatus).name, content as AgentStatus)
      else if (kind === 'Log' || kind === 'Transfers') this.transfers.add(content as TransferEvent)
      else if (kind === 'Scheduler')
        this.#schedules.set((content as SchedulesStatus).agent.name, content as SchedulesStatus)
      else if (kind === 'monitors') this.#takeMonitor(content as MonitorStatus)
    } catch (error) {
      log.warn({ err: error, topic: [kind, agent, ...rest].join('/') }, 'a publication of an agent cannot be read')
    }
  }

  #takeMonitor(status: MonitorStatus): void {
    const key = `${status.agent.name}/${status.definition.name}`
    if (status.state === 'deleted') this.#monitors.delete(key)
    else this.#monitors.set(key, status)
  }
}

function sorted<T>(map: ReadonlyMap<string, T>): T[] {
  return [...map].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value)
}
