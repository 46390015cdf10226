import type { GatewayPart } from '../../part.ts'
import { profileCommand } from './profile-command.ts'

export const profilePart: GatewayPart = { name: 'profile', commands: [profileCommand] }
