export { connectionsFrom } from './connection-settings.ts'
export { checkOpenFiles, withOpenFilesWarning } from './open-files-limit.ts'
export { SettingRefused } from './setting-error.ts'
export { readSettings, type Settings } from './settings.ts'
