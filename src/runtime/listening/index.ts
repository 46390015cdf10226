export { defaultBaseUrl } from './listeners.ts'
