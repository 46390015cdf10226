export type { MailSettings } from './mail-settings.ts'
export { readSettings, requireDifferentPorts, type Settings } from './settings.ts'
