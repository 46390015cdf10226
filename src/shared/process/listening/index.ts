export { assignInheritedSockets } from './inherited-sockets.ts'
export { claimListeners, defaultBaseUrl, localUrl } from './listeners.ts'
