/** The commands of the core of the gateway. The parts add theirs in `part.ts`. */
import type { Command } from '../../shared/cli/common/command.ts'
import type { GatewayParts } from '../part.ts'
import { askCommand } from './ask/ask-command.ts'
import { checkCommand } from './check/check-command.ts'
import { configCommand } from './config/config-command.ts'
import { keysCommand } from './keys/keys-command.ts'
import { planCommand } from './plan/plan-command.ts'
import { registryCommand } from './registry/registry-command.ts'
import { schemaCommand } from './schema/schema-command.ts'
import { startCommand } from './start/start-command.ts'
import { tailCommand } from './tail/tail-command.ts'
import { usageCommand } from './usage/usage-command.ts'
import { usersCommand } from './users/users-command.ts'
import { whyCommand } from './why/why-command.ts'

/** Loads what opens a registry for a test. */
export const loadRegistryTest = () => import('./registry/test-registry.ts')

export const sluiceCommands: readonly Command<GatewayParts>[] = [
  startCommand,
  checkCommand,
  planCommand,
  configCommand,
  whyCommand,
  tailCommand,
  askCommand,
  keysCommand,
  usageCommand,
  schemaCommand,
  usersCommand,
  registryCommand,
]
