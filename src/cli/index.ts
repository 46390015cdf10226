/** Every command of `sluice`. */
import { appsCommand } from './apps-command.ts'
import { checkCommand } from './check-command.ts'
import type { Command } from './command.ts'
import { hash } from './hash.ts'
import { keysCommand } from './keys-command.ts'
import { planCommand } from './plan-command.ts'
import { registryCommand } from './registry-command.ts'
import { sandbox } from './sandbox.ts'
import { schema } from './schema.ts'
import { start } from './start.ts'
import { tokenCommand } from './token-command.ts'
import { usageCommand } from './usage-command.ts'
import { usersCommand } from './users-command.ts'
import { whyCommand } from './why-command.ts'

export const commands: readonly Command[] = [
  sandbox,
  start,
  checkCommand,
  planCommand,
  whyCommand,
  tokenCommand,
  appsCommand,
  hash,
  keysCommand,
  usageCommand,
  schema,
  usersCommand,
  registryCommand,
]
