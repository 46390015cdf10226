/** Every command of `sluice`: those of both houses and of their parts, and those that span both. */
import { sluiceCommands as gatewayCommands } from '../../gateway/cli/index.ts'
import type { GatewayParts } from '../../gateway/part.ts'
import { sluiceCommands as mqCommands } from '../../mq/cli/index.ts'
import type { MqParts } from '../../mq/part.ts'
import type { Command } from '../../shared/cli/common/command.ts'
import { backupCommand } from './backup/backup-command.ts'
import { buildCompletionCommand } from './completion/completion-command.ts'
import { demoCommand } from './demo/demo-command.ts'
import { doctorCommand } from './doctor/doctor-command.ts'
import { hashCommand } from './hash/hash-command.ts'
import { mockCommand } from './mock/mock-command.ts'
import { restoreCommand } from './restore/restore-command.ts'
import { sandboxCommand } from './sandbox/sandbox-command.ts'

/** The parts of both houses that the process has. */
export type SluiceParts = GatewayParts & MqParts

/** Lists the commands of a process with these parts. */
export function listCommands({ gatewayParts }: SluiceParts): readonly Command<SluiceParts>[] {
  const commands: readonly Command<SluiceParts>[] = [
    ...gatewayParts.flatMap(({ commands = [] }) => commands),
    ...[demoCommand, mockCommand, sandboxCommand, doctorCommand],
    ...gatewayCommands,
    ...mqCommands,
    ...[hashCommand, backupCommand, restoreCommand],
    buildCompletionCommand(() => commands),
  ]
  return commands
}
