import type { GatewayPart } from '../../part.ts'
import { importCommand } from './commands/import-command.ts'
import { initCommand } from './init/init-command.ts'

export const importPart: GatewayPart = { name: 'import', commands: [initCommand, importCommand] }
