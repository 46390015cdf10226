/** Managed file transfer in one data folder: its agents, the views of coordination queue managers, and commands for agents. */
import { systemTimers, type Timers } from '../../../../shared/lib/time/timers.ts'
import type { Connection, Principal, QueueManager } from '../../../manager/index.ts'
import type { HostServiceDeps } from '../../../runtime/open-mq-host.ts'
import { AgentSupervisor } from './agent/agent-supervisor.ts'
import { ConfigFolder, type ConfigSet } from './config/config-folder.ts'
import { CoordinationView } from './coordination/coordination-view.ts'
import {
  defineObjects,
  deleteAgentObjects,
  renderAgentObjects,
  renderCoordinationObjects,
} from './queues/agent-objects.ts'
import { type SendOptions, type SentCommand, sendCommand } from './queues/messages.ts'
import type { AgentCommand } from './types/command.ts'
import { internalPrincipal } from './types/names.ts'
import type { AgentStatus } from './types/publications.ts'
import type { AgentAddress } from './types/request.ts'

export interface FileTransferOptions extends Pick<HostServiceDeps, 'installation' | 'dataFolder' | 'clock' | 'log'> {
  readonly timers?: Timers
}

/** The status of an agent as users see it. */
export interface ShownAgent extends Omit<AgentStatus, 'state'> {
  readonly state: AgentStatus['state'] | 'unreachable'
}

interface NewAgent {
  readonly name: string
  readonly queueManager: string
  readonly description?: string
  readonly sandboxRoot?: string
  readonly transferRoot?: string
}

export class FileTransfer {
  readonly config: ConfigFolder
  readonly agents: AgentSupervisor
  readonly #options: FileTransferOptions
  readonly #views = new Map<string, CoordinationView>()

  constructor(options: FileTransferOptions) {
    const { installation, dataFolder, clock, log, timers = systemTimers } = options
    this.#options = options
    this.config = new ConfigFolder(dataFolder)
    this.agents = new AgentSupervisor({ installation, config: this.config, clock, log, timers })
  }

  /** Makes a queue manager the coordination queue manager of a set of options, and defines its objects. */
  async setupCoordination(queueManager: string, isDefault: boolean): Promise<void> {
    // A coordination queue manager on another machine is set up there.
    if (this.#options.installation.find(queueManager))
      await this.#run(queueManager, (connection) => defineObjects(connection, renderCoordinationObjects()))
    await this.config.writeCoordination(queueManager, isDefault)
    await this.agents.startAgents()
  }

  /** Creates an agent with its queues; it does not start. Rejects when it exists. */
  async createAgent(set: ConfigSet, agent: NewAgent): Promise<void> {
    const { name, queueManager, description, sandboxRoot, transferRoot } = agent
    if (await this.config.findAgent(set, name)) throw new Error(`BFGCL0243E: there is an agent ${name}.`)
    await this.#run(queueManager, (connection) => defineObjects(connection, renderAgentObjects(name)))
    const properties: [string, string | undefined][] = [
      ['agentName', name],
      ['agentQMgr', queueManager],
      ['agentDesc', description],
      ['sandboxRoot', sandboxRoot],
      ['transferRoot', transferRoot],
    ]
    const given = properties.filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '')
    await this.config.writeAgent(set, name, given)
  }

  /** Deletes an agent that has stopped, with its queues. */
  async deleteAgent(set: ConfigSet, name: string, queueManager: string): Promise<void> {
    await this.#run(queueManager, (connection) => deleteAgentObjects(connection, name))
    await this.config.removeAgent(set, name)
    this.#views.get(set.coordinationQueueManager)?.forgetAgent(name)
  }

  /** Returns the view of a coordination queue manager. The first call subscribes there. */
  view(coordinationQueueManager: string): CoordinationView {
    const { installation, clock, log, timers = systemTimers } = this.#options
    const known = this.#views.get(coordinationQueueManager)
    if (known) return known
    const findQueueManager = () => installation.find(coordinationQueueManager)
    const view = new CoordinationView({ qmgrName: coordinationQueueManager, findQueueManager, clock, timers, log })
    this.#views.set(coordinationQueueManager, view)
    return view
  }

  /** Returns the agents of a coordination queue manager. Agents in this process are shown as they are now. */
  listAgents(coordinationQueueManager: string): ShownAgent[] {
    const now = this.#options.clock()
    const published = new Map(this.view(coordinationQueueManager).agents.map((agent) => [agent.name, agent]))
    for (const agent of this.agents.running)
      if (agent.coordinationQueueManager === coordinationQueueManager) published.set(agent.name, agent.status())
    const sorted = [...published.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
    return sorted.map((published) => {
      // An agent that publishes no more has died with its process.
      const maxAgeMs = 2 * published.statusPublicationRateSeconds * 1000
      const isOld = now - published.publishedAt > maxAgeMs
      return isOld && published.state !== 'stopped' ? { ...published, state: 'unreachable' } : published
    })
  }

  /** Sends a command through a queue manager. Rejects with an `MqError`. */
  send(
    commandQueueManager: string,
    agent: AgentAddress,
    command: AgentCommand,
    options: SendOptions & { readonly principal?: Principal },
  ): Promise<SentCommand> {
    const work = (connection: Connection) => sendCommand(connection, agent, command, options)
    return this.#run(commandQueueManager, work, options.principal)
  }

  async close(): Promise<void> {
    await this.agents.close()
    await Promise.all([...this.#views.values()].map((view) => view.close()))
  }

  async #run<T>(
    queueManager: string,
    work: (connection: Connection) => Promise<T>,
    principal: Principal = internalPrincipal,
  ): Promise<T> {
    await using connection = this.#find(queueManager).connect(principal, { name: 'mqft', isSystem: true })
    return await work(connection)
  }

  #find(name: string): QueueManager {
    const manager = this.#options.installation.find(name)
    if (manager) return manager
    throw new Error(`BFGCL0007E: there is no queue manager ${name} in this data folder; crtmqm creates it.`)
  }
}
