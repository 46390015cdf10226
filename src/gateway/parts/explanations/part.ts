import type { GatewayPart } from '../../part.ts'
import { askCommand } from './ask-command.ts'
import { planCommand } from './plan/plan-command.ts'
import { tailCommand } from './tail/tail-command.ts'
import { usageCommand } from './usage/usage-command.ts'
import { whyCommand } from './why/why-command.ts'

export const explanationsPart: GatewayPart = {
  name: 'explanations',
  commands: [planCommand, whyCommand, tailCommand, askCommand, usageCommand],
}
