export {
  CommandFailed,
  done,
  type Host,
  type MqCommand,
  type Outcome,
  operator,
  outcome,
  statuses,
} from './command.ts'
export { askControl, type ControlRequest } from './control.ts'
export { minFreeBytes } from './min-free-bytes.ts'
export { type Places, placesOf } from './places.ts'
export { runMqCommand } from './run.ts'
export { serveCommands } from './serve.ts'
export { webServer } from './web-server.ts'
