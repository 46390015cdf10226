/** The policy `proxy` of older gateways: an `invoke` that ends the request. */
import { invokePolicy } from './invoke.ts'

export const proxyPolicy = { ...invokePolicy, policy: 'proxy' }
