import type { GatewayPart } from '../../part.ts'
import { configCommand } from './config/config-command.ts'
import { keysCommand } from './keys/keys-command.ts'
import { registryCommand } from './registry-command.ts'
import { usersCommand } from './users/users-command.ts'

export const administrationPart: GatewayPart = {
  name: 'administration',
  commands: [configCommand, keysCommand, usersCommand, registryCommand],
}
