export type { MailSettings } from './mail-settings.ts'
export { readSettings, type Settings } from './settings.ts'
