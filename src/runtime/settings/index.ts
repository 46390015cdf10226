export { readConnectionSettings } from './connection-settings.ts'
export { addOpenFilesWarning, checkOpenFilesLimit } from './open-files-limit.ts'
export { SettingError } from './setting-error.ts'
export { readSettings, type Settings } from './settings.ts'
