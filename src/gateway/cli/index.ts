/** The commands of the core of the gateway. The parts add theirs in `part.ts`. */
import type { Command } from '../../shared/cli/common/command.ts'
import type { GatewayParts } from '../part.ts'
import { checkCommand } from './check/check-command.ts'
import { schemaCommand } from './schema/schema-command.ts'
import { startCommand } from './start/start-command.ts'

/** Loads what opens a registry for a test. */
export const loadRegistryTest = () => import('./common/test-registry.ts')

export const sluiceCommands: readonly Command<GatewayParts>[] = [startCommand, checkCommand, schemaCommand]
