/** Queue managers: the door of the part. */
export { openInstallation } from './installation.ts'
export type * from './types.ts'
export { CommandMalformed, MqError } from './types.ts'
