/** The resource monitors of an agent. */
import type { UnitOfWork } from '../../../../manager/index.ts'
import { agentAddress } from '../config/agent-settings.ts'
import type { AgentDeps } from '../context/agent-deps.ts'
import { Journal, type LoadedJournal, selectJournals } from '../queues/journal.ts'
import { CommandRejectedError, type MonitorDefinition } from '../types/command.ts'
import { agentQueueName, topics } from '../types/names.ts'
import type { MonitorStatus } from '../types/publications.ts'
import { Monitor, type MonitorRecord } from './monitor.ts'

const prefix = 'monitor:'

export class Monitors {
  readonly #deps: AgentDeps
  readonly #isActive: (transfer: string) => boolean
  readonly #monitors = new Map<string, Monitor>()

  constructor(journals: ReadonlyMap<string, LoadedJournal>, deps: AgentDeps, isActive: (transfer: string) => boolean) {
    this.#deps = deps
    this.#isActive = isActive
    for (const { journal, records } of selectJournals<MonitorRecord>(journals, prefix, 'definition')) {
      const monitor = new Monitor(journal, records, deps, isActive)
      this.#monitors.set(monitor.definition.name, monitor)
    }
  }

  get size(): number {
    return this.#monitors.size
  }

  /** Starts the monitors that were not stopped, and publishes all. */
  start(): void {
    for (const monitor of this.#monitors.values()) {
      if (monitor.isRunning) monitor.start()
      void this.#publish(monitor.definition, monitor.isRunning ? 'started' : 'stopped')
    }
  }

  /** Adds a monitor in the unit of work that removes its command. It starts after the commit. */
  async add(definition: MonitorDefinition, replaces: boolean, unit: UnitOfWork): Promise<() => Promise<void>> {
    const { connection, settings } = this.#deps
    const before = this.#monitors.get(definition.name)
    if (before && !replaces)
      throw new CommandRejectedError(`BFGDM0011E: there is a monitor ${definition.name}; -f replaces it.`)
    const journal = new Journal(connection, agentQueueName('STATE', settings.name), prefix + definition.name)
    const record: MonitorRecord = { kind: 'definition', definition }
    const monitor = new Monitor(journal, [record], this.#deps, this.#isActive)
    await monitor.check()
    before?.close()
    await before?.clear(unit)
    await journal.append(unit, record)
    return async () => {
      this.#monitors.set(definition.name, monitor)
      monitor.start()
      await this.#publish(definition, 'started')
    }
  }

  async remove(name: string, unit: UnitOfWork): Promise<() => Promise<void>> {
    const monitor = this.#find(name)
    await monitor.clear(unit)
    return async () => {
      monitor.close()
      this.#monitors.delete(name)
      await this.#publish(monitor.definition, 'deleted')
    }
  }

  async setRunning(name: string, isRunning: boolean, unit: UnitOfWork): Promise<() => Promise<void>> {
    const monitor = this.#find(name)
    await monitor.record(unit, { kind: 'running', isRunning })
    return async () => {
      if (isRunning) monitor.start()
      else monitor.close()
      await this.#publish(monitor.definition, isRunning ? 'started' : 'stopped')
    }
  }

  close(): void {
    for (const monitor of this.#monitors.values()) monitor.close()
  }

  #find(name: string): Monitor {
    const found = this.#monitors.get(name)
    if (found) return found
    throw new CommandRejectedError(`BFGDM0012E: the agent has no monitor ${name}.`)
  }

  async #publish(definition: MonitorDefinition, state: MonitorStatus['state']): Promise<void> {
    const { settings, publisher, clock } = this.#deps
    const agent = agentAddress(settings)
    const status: MonitorStatus = { agent, definition, state, publishedAt: clock() }
    await publisher.publish(topics.monitor(settings.name, definition.name), status, { retain: true })
  }
}
