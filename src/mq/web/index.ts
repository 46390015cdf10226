/** The MQ web server: REST APIs over the queue managers of an installation, secured by `mqwebuser.xml`. */

export type { PartService, WebPart } from './context/web-part.ts'
export { type OpenedPasswordVerifier, openPasswordVerifier } from './security/password-verifier.ts'
export { type MqwebServer, type MqwebServerOptions, openMqwebServer } from './server.ts'
export { removeProperty, resetProperties, setProperty, writeSettingsFile } from './settings/edit.ts'
export {
  explainNoEffect,
  isPropertyName,
  type PropertyName,
  parseProperty,
  propertyNames,
  propertyTable,
} from './settings/properties.ts'
export { readAssignedProperties, readSettings } from './settings/read.ts'
export { settingsFileName } from './settings/source.ts'
export { ensureSettingsFile, type SettingsTemplate } from './settings/templates.ts'
