/** Every command of `sluice`. */
import { appsCommand } from '../../gateway/cli/apps/apps-command.ts'
import { askCommand } from '../../gateway/cli/ask/ask-command.ts'
import { checkCommand } from '../../gateway/cli/check/check-command.ts'
import { configCommand } from '../../gateway/cli/config/config-command.ts'
import { keysCommand } from '../../gateway/cli/keys/keys-command.ts'
import { planCommand } from '../../gateway/cli/plan/plan-command.ts'
import { profileCommand } from '../../gateway/cli/profile/profile-command.ts'
import { registryCommand } from '../../gateway/cli/registry/registry-command.ts'
import { schemaCommand } from '../../gateway/cli/schema/schema-command.ts'
import { startCommand } from '../../gateway/cli/start/start-command.ts'
import { tailCommand } from '../../gateway/cli/tail/tail-command.ts'
import { tokenCommand } from '../../gateway/cli/token/token-command.ts'
import { usageCommand } from '../../gateway/cli/usage/usage-command.ts'
import { usersCommand } from '../../gateway/cli/users/users-command.ts'
import { whyCommand } from '../../gateway/cli/why/why-command.ts'
import { testCommand } from '../../gateway/parts/document-tests/commands/test-command.ts'
import { importCommand } from '../../gateway/parts/import/commands/import-command.ts'
import { initCommand } from '../../gateway/parts/import/init/init-command.ts'
import { mqwebCommand } from '../../mq/cli/mqweb/mqweb-command.ts'
import type { Command } from '../../shared/cli/common/command.ts'
import { backupCommand } from './backup/backup-command.ts'
import { buildCompletionCommand } from './completion/completion-command.ts'
import { demoCommand } from './demo/demo-command.ts'
import { doctorCommand } from './doctor/doctor-command.ts'
import { hashCommand } from './hash/hash-command.ts'
import { mockCommand } from './mock/mock-command.ts'
import { restoreCommand } from './restore/restore-command.ts'
import { sandboxCommand } from './sandbox/sandbox-command.ts'

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
