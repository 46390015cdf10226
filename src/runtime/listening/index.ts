export { assignInheritedSockets } from './inherited-sockets.ts'
export { defaultBaseUrl, localUrl } from './listeners.ts'
