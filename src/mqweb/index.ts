/**
 * The MQ web server: administrative and messaging REST APIs over the queue managers of an installation, secured by
 * `mqwebuser.xml`.
 */
export { type Mqweb, type MqwebOptions, openMqweb } from './server.ts'
export { removeProperty, resetProperties, setProperty } from './settings/edit.ts'
export {
  inertness,
  isPropertyName,
  type PropertyName,
  parseProperty,
  properties,
  propertyNames,
} from './settings/properties.ts'
export { readAssignedProperties, readSettings } from './settings/read.ts'
export { settingsFile } from './settings/source.ts'
export { ensureSettingsFile, type Template } from './settings/templates.ts'
export { writeSettings } from './settings/write.ts'
