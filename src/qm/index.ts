/** Queue managers: the door of the part. */
export { openInstallation } from './installation.ts'
export { commands } from './mqsc/commands/index.ts'
export {
  isSyntaxError,
  readScript,
  renderInColumns,
  renderJsonParameters,
  renderTextLines,
  type ScriptStatement,
} from './mqsc/index.ts'
export { kinds } from './objects/index.ts'
export type { Attribute, Kind } from './objects/kind.ts'
export { reasonName } from './reasons.ts'
export { commitBoundsSeconds } from './store/commit-meter.ts'
export type * from './types.ts'
export { CommandMalformed, MqError } from './types.ts'
