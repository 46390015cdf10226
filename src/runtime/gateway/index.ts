export type { PlannedChanges, TokenEndpoint } from '../messages.ts'
export { queryRunningGateway } from './command-socket.ts'
