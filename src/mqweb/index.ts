/**
 * The MQ web server: administrative and messaging REST APIs over the queue managers of an installation, secured by
 * `mqwebuser.xml`.
 */
export { type Mqweb, type MqwebOptions, openMqweb } from './server.ts'
export { ensureSettingsFile, type Template } from './settings/templates.ts'
