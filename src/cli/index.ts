/** Every command of `sluice`. */
import { appsCommand } from './apps/apps-command.ts'
import { checkCommand } from './check/check-command.ts'
import type { Command } from './common/command.ts'
import { hash } from './hash/hash.ts'
import { keysCommand } from './keys/keys-command.ts'
import { planCommand } from './plan/plan-command.ts'
import { registryCommand } from './registry/registry-command.ts'
import { sandbox } from './sandbox/sandbox.ts'
import { schema } from './schema/schema.ts'
import { start } from './start/start.ts'
import { tokenCommand } from './token/token-command.ts'
import { usageCommand } from './usage/usage-command.ts'
import { usersCommand } from './users/users-command.ts'
import { whyCommand } from './why/why-command.ts'

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
