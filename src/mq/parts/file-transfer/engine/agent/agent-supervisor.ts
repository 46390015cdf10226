/** Runs the agents and coordinators of a data folder as soon as, and as long as, their queue managers run. */
import { describeError } from '../../../../../shared/lib/files/file-error.ts'
import type { Timers } from '../../../../../shared/lib/time/timers.ts'
import type { Installation } from '../../../../manager/index.ts'
import { type ConfigFolder, type ConfigSet, type ConfiguredAgent, isBroken } from '../config/config-folder.ts'
import { type Coordinator, openCoordinator } from '../coordination/publisher.ts'
import type { AgentAddress } from '../types/request.ts'
import type { Agent } from './agent.ts'
import { type StartAgentDeps, startAgent } from './start-agent.ts'

export interface AgentSupervisorDeps extends Omit<StartAgentDeps, 'findNeighbour'> {
  readonly installation: Installation
  readonly config: ConfigFolder
  readonly timers: Timers
}

const checkIntervalMs = 1000

export class AgentSupervisor {
  readonly #deps: AgentSupervisorDeps
  readonly #agents = new Map<string, Agent>()
  readonly #coordinators = new Map<string, Coordinator>()
  /** Why an agent that must run does not. */
  readonly #failures = new Map<string, string>()
  /** Agents that must run without being started by a command: those of the sandbox. */
  readonly #onDemand = new Set<string>()
  #lastCheck: Promise<void> = Promise.resolve()
  #cancelTimer = () => {}
  #isClosed = false

  constructor(deps: AgentSupervisorDeps) {
    this.#deps = deps
  }

  find(name: string): Agent | undefined {
    return this.#agents.get(name)
  }

  /** The agents that run. */
  get running(): Iterable<Agent> {
    return this.#agents.values()
  }

  /** Returns why an agent does not run although it must. */
  explainFailure(name: string): string | undefined {
    return this.#failures.get(name)
  }

  /** Runs an agent until this process ends, without recording that it must run. */
  runOnDemand(name: string): void {
    this.#onDemand.add(name)
  }

  /** Starts the agents and coordinators that must run. Resolves when each runs or its failure is recorded. */
  startAgents(): Promise<void> {
    this.#lastCheck = this.#lastCheck
      .then(() => this.#startAll())
      .catch((error: unknown) => {
        this.#deps.log.error({ err: error }, 'the agents could not be started')
      })
    return this.#lastCheck
  }

  /** Stops an agent. Its transfers continue at its next start. */
  async stop(name: string): Promise<void> {
    this.#onDemand.delete(name)
    await this.#lastCheck
    await this.#agents.get(name)?.close()
    this.#agents.delete(name)
    this.#failures.delete(name)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#cancelTimer()
    await this.#lastCheck
    await Promise.all([...this.#agents.values()].map((agent) => agent.close()))
    await Promise.all([...this.#coordinators.values()].map((coordinator) => coordinator.close()))
  }

  async #startAll(): Promise<void> {
    this.#cancelTimer()
    if (this.#isClosed) return
    for (const set of await this.#deps.config.listSets()) {
      await this.#coordinate(set)
      for (const agent of await this.#deps.config.listAgents(set)) {
        if (isBroken(agent)) this.#failures.set(agent.name, agent.reason)
        else if (agent.isStarted || this.#onDemand.has(agent.settings.name)) await this.#start(agent)
      }
    }
    if (!this.#isClosed) this.#cancelTimer = this.#deps.timers.after(checkIntervalMs, () => void this.startAgents())
  }

  async #coordinate({ coordinationQueueManager: name }: ConfigSet): Promise<void> {
    const manager = this.#deps.installation.find(name)
    if (manager?.state !== 'running' || this.#coordinators.has(name)) return
    try {
      const coordinator = await openCoordinator(manager, this.#deps.log)
      this.#coordinators.set(name, coordinator)
      void coordinator.ended.then(() => this.#coordinators.delete(name))
    } catch (error) {
      this.#deps.log.warn({ err: error, qmgr: name }, 'the coordinator could not start')
    }
  }

  /** Returns an agent that runs in this process on a queue manager, or undefined. */
  #findNeighbour(queueManager: string, { name, qmgrName }: AgentAddress): Agent | undefined {
    const found = qmgrName === queueManager ? this.#agents.get(name) : undefined
    return found?.queueManager === queueManager ? found : undefined
  }

  async #start(configured: ConfiguredAgent): Promise<void> {
    const { name, queueManager } = configured.settings
    if (this.#agents.has(name)) return
    const manager = this.#deps.installation.find(queueManager)
    if (manager?.state !== 'running') {
      const failure = `the queue manager ${queueManager} ${manager ? `is ${manager.state}` : 'does not exist'}`
      this.#failures.set(name, failure)
      return
    }
    try {
      const agent = await startAgent(configured, manager, {
        ...this.#deps,
        findNeighbour: (address) => this.#findNeighbour(queueManager, address),
      })
      this.#agents.set(name, agent)
      this.#failures.delete(name)
      this.#deps.log.info({ agent: name }, 'an agent has started')
      void agent.ended.then((error) => {
        if (this.#agents.get(name) === agent) this.#agents.delete(name)
        if (error) this.#deps.log.warn({ err: error, agent: name }, 'an agent has ended and starts again')
      })
    } catch (error) {
      const reason = describeError(error)
      if (this.#failures.get(name) !== reason) this.#deps.log.error({ agent: name, reason }, 'an agent could not start')
      this.#failures.set(name, reason)
    }
  }
}
