/** The MQ web server: REST APIs over the queue managers of an installation, secured by `mqwebuser.xml`. */

export type { PartService, WebPart } from './context/web-part.ts'
export { type OpenedPasswordVerifier, openPasswordVerifier } from './security/password-verifier.ts'
export { type MqwebServer, type MqwebServerOptions, openMqwebServer } from './server.ts'
export {
  explainNoEffect,
  isPropertyName,
  type PropertyName,
  parseProperty,
  propertyNames,
  propertyTable,
} from './settings/properties.ts'
export { readAssignedProperties, readSettings } from './settings/read.ts'
export {
  ensureSettingsFile,
  removeProperty,
  resetProperties,
  type SettingsTemplate,
  setProperty,
  writeSettingsFile,
} from './settings/settings-file.ts'
export { settingsFileName } from './settings/source.ts'
