export { type DataFolders, findDataFolders } from './data-folders.ts'
export { type ControlRequest, runInHost } from './host-socket.ts'
export {
  commandResult,
  exitStatuses,
  type MqCommand,
  MqCommandError,
  type MqCommandResult,
  type MqHost,
  type MqOption,
  type MqOptions,
  operatorPrincipal,
  renderMqCommandError,
  runMqCommand,
  successResult,
} from './mq-command.ts'
export { connectProgram, type ProgramConnection } from './mqi/connect-program.ts'
export { MqiCallError } from './mqi/wire.ts'
export { type HostPart, type HostServiceDeps, openHostServices, openMqHost } from './open-mq-host.ts'
export { serveCommands } from './serve-commands.ts'
export { openWebServerControl } from './web-server-control.ts'
