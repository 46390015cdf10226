export {
  type CommandHelp,
  describeCommand,
  describeMqCommand,
  describeMqCommands,
  type OptionHelp,
} from './command-help.ts'
export { renderManPages } from './man-pages.ts'
export { renderHelp, renderUsageLine } from './render-help.ts'
