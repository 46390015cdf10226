/** The table of policies that an assembly may use. */
import { ifCondition } from './if.ts'
import { invoke } from './invoke/invoke.ts'
import { operationSwitch } from './operation-switch.ts'
import { parse } from './parse.ts'
import { ratelimit } from './ratelimit.ts'
import { setVariable } from './set-variable.ts'
import { switchCase } from './switch.ts'
import { throwError } from './throw.ts'
import { userSecurity } from './user-security.ts'
import { validate } from './validate.ts'

export const policies = [
  ifCondition,
  invoke,
  operationSwitch,
  parse,
  ratelimit,
  setVariable,
  switchCase,
  throwError,
  userSecurity,
  validate,
] as const
