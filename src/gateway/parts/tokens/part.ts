import type { GatewayPart } from '../../part.ts'
import { tokenCommand } from './token-command.ts'

export const tokensPart: GatewayPart = { name: 'tokens', commands: [tokenCommand] }
