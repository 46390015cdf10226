import type { GatewayPart } from '../../part.ts'
import { testCommand } from './commands/test-command.ts'

export const documentTestsPart: GatewayPart = { name: 'document-tests', commands: [testCommand] }
