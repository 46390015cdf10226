export { openServiceNotifier, type ServiceNotifier } from './service-notifier.ts'
