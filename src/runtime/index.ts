export { queryRunningGateway } from './command-socket.ts'
export type { PlannedChanges, TokenEndpoint } from './messages.ts'
