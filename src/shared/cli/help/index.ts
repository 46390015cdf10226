export {
  type CommandHelp,
  describeCommand,
  describeOwnCommand,
  type OptionHelp,
  type OwnCommand,
} from './command-help.ts'
export { renderManPages } from './man-pages.ts'
export { renderHelp, renderUsageLine } from './render-help.ts'
