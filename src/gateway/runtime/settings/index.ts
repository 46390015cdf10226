export type { MailSettings } from './mail-settings.ts'
export { describeStartError, readSettings, requireDifferentPorts, type Settings } from './settings.ts'
