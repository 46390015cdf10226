/** Policies that are an `invoke` under another name. */
import { invokePolicy } from './invoke.ts'

/** The policy of older gateways that ends the request. */
export const proxyPolicy = { ...invokePolicy, policy: 'proxy' }

/** The policy for APIs of WebSockets. `invoke` forwards the upgrade of a request as well. */
export const websocketUpgradePolicy = { ...invokePolicy, policy: 'websocket-upgrade' }
