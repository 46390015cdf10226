/** What a part may add to the MQ host. Its code is loaded when a host or a command needs it. */
import type { Log } from '../../shared/lib/output/log.ts'
import type { Clock } from '../../shared/lib/time/clock.ts'
import type { Installation } from '../manager/index.ts'
import type { PartService } from '../web/index.ts'
import type { MqCommand } from './mq-command.ts'

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
