/** Every command of `sluice`. */
import { checkCommand } from './check-command.ts'
import type { Command } from './command.ts'
import { sandbox } from './sandbox.ts'
import { start } from './start.ts'

export const commands: readonly Command[] = [sandbox, start, checkCommand]
