/** What a part of the MQ web server and its queue managers may add: rows of tables that the core has. */
import type { QueueManagerPart } from './manager/index.ts'
import type { WebPart } from './web/index.ts'

/** Every member is optional. Heavy code is behind `import()`, because every MQ command reads the list of the parts. */
export interface MqPart extends QueueManagerPart, WebPart {
  /** The name of its folder. */
  readonly name: string
}

/** The parts that the process has, as its commands get them. */
export interface MqParts {
  readonly mqParts: readonly MqPart[]
}
