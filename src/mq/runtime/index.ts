export { openFileTransferControl } from '../parts/file-transfer/host/file-transfer-control.ts'
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
  successResult,
} from './mq-command.ts'
export { connectProgram, type ProgramConnection } from './mqi/connect-program.ts'
export { MqiCallError } from './mqi/wire.ts'
export { openClientInstallation } from './open-client-installation.ts'
export { renderMqCommandError, runMqCommand } from './run-mq-command.ts'
export { serveCommands } from './serve-commands.ts'
export { openWebServerControl } from './web-server-control.ts'
