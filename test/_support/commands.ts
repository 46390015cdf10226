/** The commands of the product, with every part. */
import { gatewayParts } from '../../src/gateway/parts.ts'
import { listMqCommands } from '../../src/mq/cli/index.ts'
import { mqParts } from '../../src/mq/parts.ts'
import { listCommands } from '../../src/sandbox/cli/index.ts'

export const parts = { gatewayParts, mqParts }
export const commands = listCommands(parts)
export const mqCommands = await listMqCommands(mqParts)
