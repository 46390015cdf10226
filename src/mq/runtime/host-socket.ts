/** The socket at which control commands reach the MQ host, the process that owns the data folder. */
import {
  sendControlRequest as ask,
  type ControlSocket,
  openControlSocket as open,
} from '../../shared/process/rpc/control-socket.ts'
import type { MqCommandResult } from './mq-command.ts'

export type { ControlSocket } from '../../shared/process/rpc/control-socket.ts'

export interface ControlRequest {
  /** The name of the command and its arguments. */
  command: readonly string[]
  /** The standard input of the command: an MQSC script. */
  input?: string
}

const name = 'control.sock'

/** Opens the socket and runs the commands that arrive. Rejects when the socket cannot be opened. */
export function openHostSocket(
  folder: string,
  run: (request: ControlRequest) => Promise<MqCommandResult>,
): Promise<ControlSocket> {
  return open(folder, name, (request) => run(request as ControlRequest))
}

/** Runs a command in the MQ host. Returns undefined when no process owns the folder. */
export async function runInHost(folder: string, request: ControlRequest): Promise<MqCommandResult | undefined> {
  return (await ask(folder, name, request)) as MqCommandResult | undefined
}
