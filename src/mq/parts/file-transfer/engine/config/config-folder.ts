/**
 * The configuration of file transfer in a data folder:
 *
 * - `mqft/installation.properties`: which set of options is the default;
 * - `mqft/config/SET/coordination.properties` and `command.properties`: the queue managers of a set. A set has the name of
 *   its coordination queue manager;
 * - `mqft/config/SET/agents/AGENT/agent.properties`: an agent, and beside it the file `started` while it must run.
 */
import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describeFileError } from '../../../../../shared/lib/files/file-error.ts'
import { makeFolder } from '../../../../../shared/lib/files/make-folder.ts'
import { readRegularFileLater } from '../../../../../shared/lib/files/read-regular-file.ts'
import { replaceFile } from '../../../../../shared/lib/files/replace-file.ts'
import { type AgentSettings, readAgentSettings } from './agent-settings.ts'

export interface ConfigSet {
  readonly name: string
  readonly coordinationQueueManager: string
  /** The queue manager to which commands connect. */
  readonly commandQueueManager: string
}

export interface ConfiguredAgent {
  readonly settings: AgentSettings
  readonly folder: string
  /** Whether the agent starts with its queue manager. */
  readonly isStarted: boolean
}

/** An agent whose properties cannot be read. */
export type BrokenAgent = { readonly name: string; readonly reason: string }

export class ConfigFolder {
  readonly #folder: string

  /** `dataFolder` is `SLUICE_DATA`. */
  constructor(dataFolder: string) {
    this.#folder = join(dataFolder, 'mqft')
  }

  /** Whether file transfer has ever been configured. */
  get exists(): boolean {
    return existsSync(this.#folder)
  }

  /** Returns a set by its name, or the default one. Rejects with an `Error` that says what to do when there is none. */
  async readSet(name?: string): Promise<ConfigSet> {
    const wanted = name ?? (await this.#read('installation.properties')).get('defaultProperties')
    if (wanted === undefined)
      throw new Error('BFGCL0005E: there is no coordination queue manager; run fteSetupCoordination first.')
    const coordination = await this.#read(join('config', wanted, 'coordination.properties'))
    const coordinationQueueManager = coordination.get('coordinationQMgr')
    if (coordinationQueueManager === undefined)
      throw new Error(`BFGCL0006E: there is no set of options "${wanted}"; fteSetupCoordination creates it.`)
    const command = await this.#read(join('config', wanted, 'command.properties'))
    const commandQueueManager = command.get('connectionQMgr') ?? coordinationQueueManager
    return { name: wanted, coordinationQueueManager, commandQueueManager }
  }

  async listSets(): Promise<ConfigSet[]> {
    const names = await listFolders(join(this.#folder, 'config'))
    const sets = names.map((name) => this.readSet(name).catch(() => undefined))
    return (await Promise.all(sets)).filter((set) => set !== undefined)
  }

  /** Creates or changes a set. The first one becomes the default, others on request. */
  async writeCoordination(queueManager: string, isDefault: boolean): Promise<void> {
    const folder = join(this.#folder, 'config', queueManager)
    await makeFolder(join(folder, 'agents'), { mode: 0o700 })
    await this.#write(join('config', queueManager, 'coordination.properties'), [['coordinationQMgr', queueManager]])
    const known = (await this.#read('installation.properties')).get('defaultProperties')
    if (isDefault || known === undefined)
      await this.#write('installation.properties', [['defaultProperties', queueManager]])
  }

  async writeCommands(set: ConfigSet, queueManager: string): Promise<void> {
    await this.#write(join('config', set.name, 'command.properties'), [['connectionQMgr', queueManager]])
  }

  async writeAgent(set: ConfigSet, name: string, properties: Iterable<readonly [string, string]>): Promise<void> {
    await makeFolder(this.agentFolder(set, name), { mode: 0o700 })
    await this.#write(join('config', set.name, 'agents', folderName(name), 'agent.properties'), properties)
  }

  async removeAgent(set: ConfigSet, name: string): Promise<void> {
    await rm(this.agentFolder(set, name), { recursive: true, force: true })
  }

  async setStarted(set: ConfigSet, name: string, isStarted: boolean): Promise<void> {
    const file = join(this.agentFolder(set, name), 'started')
    if (isStarted) await replaceFile(file, '', { mode: 0o600 })
    else await rm(file, { force: true })
  }

  agentFolder(set: ConfigSet, name: string): string {
    return join(this.#folder, 'config', set.name, 'agents', folderName(name))
  }

  async listAgents(set: ConfigSet): Promise<(ConfiguredAgent | BrokenAgent)[]> {
    const names = await listFolders(join(this.#folder, 'config', set.name, 'agents'))
    return Promise.all(names.map((name) => this.findAgent(set, name.replaceAll('%', '/')) as Promise<ConfiguredAgent>))
  }

  /** Returns an agent, or undefined when there is none of this name. */
  async findAgent(set: ConfigSet, name: string): Promise<ConfiguredAgent | BrokenAgent | undefined> {
    const folder = this.agentFolder(set, name)
    if (!existsSync(folder)) return undefined
    const file = join('config', set.name, 'agents', folderName(name), 'agent.properties')
    try {
      const properties = await this.#read(file)
      const settings = readAgentSettings(properties, set.coordinationQueueManager, join(folder, 'files'))
      return { settings, folder, isStarted: existsSync(join(folder, 'started')) }
    } catch (error) {
      return { name, reason: `${join(this.#folder, file)}: ${describeFileError(error)}` }
    }
  }

  async #read(file: string): Promise<Map<string, string>> {
    const text = await readRegularFileLater(join(this.#folder, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      return ''
    })
    return parseProperties(text.toString())
  }

  async #write(file: string, properties: Iterable<readonly [string, string]>): Promise<void> {
    await makeFolder(this.#folder, { mode: 0o700 })
    const text = [...properties].map(([name, value]) => `${name}=${value.replaceAll('\\', '\\\\')}\n`).join('')
    await replaceFile(join(this.#folder, file), text, { mode: 0o600 })
  }
}

export function isBroken(agent: ConfiguredAgent | BrokenAgent): agent is BrokenAgent {
  return 'reason' in agent
}

/** Agent names may contain a slash, and never a percent sign. */
function folderName(agent: string): string {
  return agent.replaceAll('/', '%')
}

async function listFolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

/** Returns the properties in their order. The last value of a name counts. */
function parseProperties(text: string): Map<string, string> {
  const properties = new Map<string, string>()
  for (const line of text.split(/\r?\n/)) {
    const [, name, value = ''] = /^([^#!=:\s][^=:\s]*)\s*(?:[=:]\s*)?(\S.*)?$/s.exec(line.trim()) ?? []
    if (name !== undefined) properties.set(name, value.replaceAll('\\\\', '\\'))
  }
  return properties
}
