export type { PlannedChanges, TokenEndpoint } from '../messages.ts'
export { isGatewayRunning, queryRunningGateway } from './command-socket.ts'
