export { assignInheritedSockets } from './inherited-sockets.ts'
export { defaultBaseUrl } from './listeners.ts'
