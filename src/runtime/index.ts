export { askCommandSocket } from './command-socket.ts'
export type { Plan, TokenEndpoint } from './messages.ts'
