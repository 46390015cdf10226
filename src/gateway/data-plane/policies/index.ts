/** The table of policies that an assembly may use without any part of the gateway. */

import { activityLogPolicy, logPolicy } from './activity-log.ts'
import { invokePolicy, proxyPolicy } from './invoke/invoke.ts'
import { websocketUpgradePolicy } from './invoke/websocket-upgrade.ts'
import { ratelimitPolicy } from './ratelimit.ts'
import { setVariablePolicy } from './set-variable.ts'
import { ifPolicy, operationSwitchPolicy, switchPolicy } from './switch.ts'
import { throwPolicy } from './throw.ts'

export const policies = [
  activityLogPolicy,
  ifPolicy,
  invokePolicy,
  logPolicy,
  operationSwitchPolicy,
  proxyPolicy,
  ratelimitPolicy,
  setVariablePolicy,
  switchPolicy,
  throwPolicy,
  websocketUpgradePolicy,
] as const
