/** The row of the console without the folder of earlier builds, into which each server would copy 300 files. */
import type { MqPart } from '../../../../src/mq/part.ts'
import { buildConsoleHandler } from '../../../../src/mq/parts/console/console-handler.ts'
import { consolePart } from '../../../../src/mq/parts/console/part.ts'
import { ConsoleService } from '../../../../src/mq/parts/console/state/console-service.ts'
import { mqParts } from '../../../../src/mq/parts.ts'

const console: MqPart = {
  ...consolePart,
  loadService: async () => (deps) => {
    const frameAncestors = () => deps.settings().properties.mqConsoleFrameAncestors
    return new ConsoleService(deps, buildConsoleHandler({ frameAncestors }))
  },
}

/** All parts, with this console. */
export const partsWithConsole: readonly MqPart[] = mqParts.map((each) => (each === consolePart ? console : each))

/** All parts but the console. */
export const partsWithoutConsole: readonly MqPart[] = mqParts.filter((each) => each !== consolePart)
