/** The table of policies that an assembly may use without any part of the gateway. */

import { extractPolicy } from '../../parts/transform/policies/extract.ts'
import { gatewayscriptPolicy } from '../../parts/transform/policies/gatewayscript.ts'
import { mapPolicy } from '../../parts/transform/policies/map.ts'
import { parsePolicy } from '../../parts/transform/policies/parse.ts'
import { redactPolicy } from '../../parts/transform/policies/redact.ts'
import { jsonToXmlPolicy, xmlToJsonPolicy } from '../../parts/transform/policies/xml-conversions.ts'
import { xsltPolicy } from '../../parts/transform/policies/xslt.ts'
import { activityLogPolicy, logPolicy } from './activity-log.ts'
import { clientSecurityPolicy } from './client-security.ts'
import { htmlPagePolicy } from './html-page.ts'
import { invokePolicy, proxyPolicy } from './invoke/invoke.ts'
import { websocketUpgradePolicy } from './invoke/websocket-upgrade.ts'
import { jwtGeneratePolicy } from './jwt/jwt-generate.ts'
import { jwtValidatePolicy } from './jwt/jwt-validate.ts'
import { ratelimitPolicy } from './ratelimit.ts'
import { setVariablePolicy } from './set-variable.ts'
import { ifPolicy, operationSwitchPolicy, switchPolicy } from './switch.ts'
import { throwPolicy } from './throw.ts'
import { userSecurityPolicy } from './user-security.ts'
import { validatePolicy } from './validate.ts'

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
