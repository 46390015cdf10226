/** The table of policies that an assembly may use without any part of the gateway. */
import { invokePolicy, proxyPolicy } from './invoke/invoke.ts'
import { websocketUpgradePolicy } from './invoke/websocket-upgrade.ts'
import { ratelimitPolicy } from './ratelimit.ts'
import { setVariablePolicy } from './set-variable.ts'
import { ifPolicy, operationSwitchPolicy, switchPolicy } from './switch.ts'

export const policies = [
  ifPolicy,
  invokePolicy,
  operationSwitchPolicy,
  proxyPolicy,
  ratelimitPolicy,
  setVariablePolicy,
  switchPolicy,
  websocketUpgradePolicy,
] as const
