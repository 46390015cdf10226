/** Every command of `sluice`. */
import { appsCommand } from './apps/apps-command.ts'
import { askCommand } from './ask/ask-command.ts'
import { backupCommand } from './backup/backup-command.ts'
import { checkCommand } from './check/check-command.ts'
import type { Command } from './common/command.ts'
import { buildCompletionCommand } from './completion/completion-command.ts'
import { configCommand } from './config/config-command.ts'
import { demoCommand } from './demo/demo-command.ts'
import { doctorCommand } from './doctor/doctor-command.ts'
import { hashCommand } from './hash/hash-command.ts'
import { importCommand } from './import/import-command.ts'
import { initCommand } from './init/init-command.ts'
import { keysCommand } from './keys/keys-command.ts'
import { mockCommand } from './mock/mock-command.ts'
import { mqwebCommand } from './mqweb/mqweb-command.ts'
import { planCommand } from './plan/plan-command.ts'
import { profileCommand } from './profile/profile-command.ts'
import { registryCommand } from './registry/registry-command.ts'
import { restoreCommand } from './restore/restore-command.ts'
import { sandboxCommand } from './sandbox/sandbox-command.ts'
import { schemaCommand } from './schema/schema-command.ts'
import { startCommand } from './start/start-command.ts'
import { tailCommand } from './tail/tail-command.ts'
import { testCommand } from './test/test-command.ts'
import { tokenCommand } from './token/token-command.ts'
import { usageCommand } from './usage/usage-command.ts'
import { usersCommand } from './users/users-command.ts'
import { whyCommand } from './why/why-command.ts'

export const commands: readonly Command[] = [
  initCommand,
  importCommand,
  demoCommand,
  mockCommand,
  sandboxCommand,
  startCommand,
  mqwebCommand,
  checkCommand,
  doctorCommand,
  planCommand,
  testCommand,
  configCommand,
  whyCommand,
  tailCommand,
  askCommand,
  profileCommand,
  tokenCommand,
  appsCommand,
  hashCommand,
  keysCommand,
  usageCommand,
  schemaCommand,
  usersCommand,
  registryCommand,
  backupCommand,
  restoreCommand,
  buildCompletionCommand(() => commands),
]
