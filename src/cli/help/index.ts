export {
  type CommandHelp,
  describeCommand,
  describeMqCommand,
  type OptionHelp,
} from './command-help.ts'
export { renderManPages } from './man-pages.ts'
export { describeMqCommands } from './mq-commands.ts'
export { renderHelp, renderUsageLine } from './render-help.ts'
