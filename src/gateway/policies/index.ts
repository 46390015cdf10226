/** The table of policies that an assembly may use. */
import { gatewayscriptPolicy } from './gatewayscript.ts'
import { ifPolicy } from './if.ts'
import { invokePolicy } from './invoke/invoke.ts'
import { jwtGeneratePolicy } from './jwt/jwt-generate.ts'
import { jwtValidatePolicy } from './jwt/jwt-validate.ts'
import { mapPolicy } from './map/map.ts'
import { operationSwitchPolicy } from './operation-switch.ts'
import { parsePolicy } from './parse.ts'
import { ratelimitPolicy } from './ratelimit.ts'
import { setVariablePolicy } from './set-variable.ts'
import { switchPolicy } from './switch.ts'
import { throwPolicy } from './throw.ts'
import { userSecurityPolicy } from './user-security.ts'
import { validatePolicy } from './validate.ts'

export const policies = [
  gatewayscriptPolicy,
  ifPolicy,
  invokePolicy,
  jwtGeneratePolicy,
  jwtValidatePolicy,
  mapPolicy,
  operationSwitchPolicy,
  parsePolicy,
  ratelimitPolicy,
  setVariablePolicy,
  switchPolicy,
  throwPolicy,
  userSecurityPolicy,
  validatePolicy,
] as const
