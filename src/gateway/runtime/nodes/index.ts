/** The gateways that share a store. */
export { describeRevisionDifference, type GatewayNode } from './node-list.ts'
