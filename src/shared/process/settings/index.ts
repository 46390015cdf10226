export { readConnectionSettings } from './connection-settings.ts'
export { readMinFreeBytes, readMqwebSettings } from './mqweb-settings.ts'
export { addOpenFilesWarning, checkOpenFilesLimit } from './open-files-limit.ts'
export { SettingError } from './parse-setting.ts'
