/** The table of policies that an assembly may use. */
import { activityLogPolicy, logPolicy } from './activity-log.ts'
import { clientSecurityPolicy } from './client-security.ts'
import { extractPolicy } from './extract.ts'
import { gatewayscriptPolicy } from './gatewayscript.ts'
import { htmlPagePolicy } from './html-page.ts'
import { invokePolicy, proxyPolicy } from './invoke/invoke.ts'
import { websocketUpgradePolicy } from './invoke/websocket-upgrade.ts'
import { jwtGeneratePolicy } from './jwt/jwt-generate.ts'
import { jwtValidatePolicy } from './jwt/jwt-validate.ts'
import { mapPolicy } from './map.ts'
import { mcpPolicy } from './mcp.ts'
import { parsePolicy } from './parse.ts'
import { ratelimitPolicy } from './ratelimit.ts'
import { redactPolicy } from './redact.ts'
import { setVariablePolicy } from './set-variable.ts'
import { ifPolicy, operationSwitchPolicy, switchPolicy } from './switch.ts'
import { throwPolicy } from './throw.ts'
import { userSecurityPolicy } from './user-security.ts'
import { validatePolicy } from './validate.ts'
import { jsonToXmlPolicy, xmlToJsonPolicy } from './xml-conversions.ts'
import { xsltPolicy } from './xslt.ts'

export const policies = [
  activityLogPolicy,
  clientSecurityPolicy,
  extractPolicy,
  gatewayscriptPolicy,
  htmlPagePolicy,
  ifPolicy,
  invokePolicy,
  jsonToXmlPolicy,
  jwtGeneratePolicy,
  jwtValidatePolicy,
  logPolicy,
  mapPolicy,
  mcpPolicy,
  operationSwitchPolicy,
  parsePolicy,
  proxyPolicy,
  ratelimitPolicy,
  redactPolicy,
  setVariablePolicy,
  switchPolicy,
  throwPolicy,
  userSecurityPolicy,
  validatePolicy,
  websocketUpgradePolicy,
  xmlToJsonPolicy,
  xsltPolicy,
] as const
