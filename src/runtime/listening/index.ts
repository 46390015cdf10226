export { callersUrl } from './listeners.ts'
