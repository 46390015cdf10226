/** What a part of the MQ web server and its queue managers may add: rows of tables that the core has. */
import type { MqProgram } from './cli/common/mq-program.ts'
import type { QueueManagerPart } from './manager/index.ts'
import type { HostPart } from './runtime/index.ts'
import type { WebPart } from './web/index.ts'

/** Every member is optional. Heavy code is behind `import()`, because every MQ command reads the list of the parts. */
export interface MqPart extends QueueManagerPart, WebPart, HostPart {
  /** The name of its folder. */
  readonly name: string
  /** Loads the programs of the part. They run in processes of their own, and call queue managers. */
  readonly loadPrograms?: () => Promise<readonly MqProgram[]>
}

/** The parts that the process has, as its commands get them. */
export interface MqParts {
  readonly mqParts: readonly MqPart[]
}
