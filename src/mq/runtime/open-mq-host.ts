/** Opens the MQ host of a data folder: its queue managers, the services of the parts, and the control of the web server. */
import type { Log } from '../../shared/lib/output/log.ts'
import { type Clock, systemClock as clock } from '../../shared/lib/time/clock.ts'
import type { Installation, QueueManagerPart } from '../manager/index.ts'
import type { MqwebServerOptions, PartService, WebPart } from '../web/index.ts'
import type { DataFolders } from './data-folders.ts'
import type { MqCommand, MqHost } from './mq-command.ts'
import { openWebServerControl } from './web-server-control.ts'

interface MqHostOptions extends Pick<HostServiceDeps, 'log' | 'sampleQueueManager'> {
  readonly folders: DataFolders
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly minFreeBytes: number
  readonly parts: readonly (QueueManagerPart & WebPart & HostPart)[]
  /** Returns the settings of the web server that the environment has, at each of its starts. */
  readonly readWebSettings: () => Pick<MqwebServerOptions, 'host' | 'port' | 'firstAdmin' | 'connections'>
}

/** Rejects when another process owns the folder. The users of `mqwebuser.xml` are the users of clients. */
export async function openMqHost(options: MqHostOptions): Promise<MqHost & { close(): Promise<void> }> {
  const { folders, environment, log, minFreeBytes, parts, sampleQueueManager } = options
  // Every MQ command imports this file, and most only reach a host, which needs none of this code.
  const [{ openMqwebServer, openPasswordVerifier }, { openInstallation }] = await Promise.all([
    import('../web/index.ts'),
    import('../manager/index.ts'),
  ])
  const folder = folders.settings
  const common = { parts, clock, log }
  const { verify: verifyPassword, close: onClosed } = openPasswordVerifier({ ...common, folder, environment })
  const managers = { folder: folders.installation, minFreeBytes, verifyPassword, onClosed }
  const installation = await openInstallation({ ...common, ...managers })
  const partDeps = { ...common, installation, dataFolder: folders.data, sampleQueueManager }
  const { opened: hostServices, close: closeServices } = await openHostServices(parts, partDeps)
  const web = openWebServerControl(() =>
    openMqwebServer({ ...options.readWebSettings(), ...common, installation, folder, environment, hostServices }),
  )
  return {
    installation,
    settingsFolder: folder,
    environment,
    web,
    partServices: hostServices,
    /** Ends the web server, then the queue managers; calls in flight finish. */
    async close() {
      await web.close()
      await closeServices()
      await installation.close()
    },
  }
}

/** What a part may add to the MQ host. Its code is loaded when a host or a command needs it. */
export interface HostPart {
  /** Loads the control commands of the part. */
  readonly loadCommands?: () => Promise<readonly MqCommand[]>
  /** Loads the function that opens the service of the part. It runs beside the queue managers and outlasts the web server. */
  readonly loadHostService?: () => Promise<(deps: HostServiceDeps) => PartService>
}

export interface HostServiceDeps {
  readonly installation: Installation
  /** The data folder, `SLUICE_DATA`. */
  readonly dataFolder: string
  readonly clock: Clock
  readonly log: Log
  /** The queue manager of the sandbox, where parts create their samples; undefined elsewhere. */
  readonly sampleQueueManager?: string | undefined
}

/** Opens the services of the parts, with a function that closes all of them. Rejects when their code cannot be loaded. */
export async function openHostServices(parts: readonly HostPart[], deps: HostServiceDeps) {
  const openers = await Promise.all(parts.flatMap((part) => part.loadHostService?.() ?? []))
  const opened = openers.map((open) => open(deps))
  return { opened, close: () => Promise.all(opened.map((each) => each.close())) }
}
