/** How the control commands reach the process that owns a data folder. */
import { askControl as ask, type Control, openControl as open } from '../../http/control.ts'

export type { Control } from '../../http/control.ts'

export interface ControlRequest {
  /** The name of the command and its arguments. */
  command: readonly string[]
  /** What the command reads: an MQSC script. */
  input?: string
}

export interface ControlResponse {
  /** The exit status. */
  status: number
  output: string
  /** What belongs on the standard error. */
  stderr?: string
}

const name = 'control.sock'

/** Takes commands at the folder's socket. */
export function openHostSocket(
  folder: string,
  run: (request: ControlRequest) => Promise<ControlResponse>,
): Promise<Control> {
  return open(folder, name, (request) => run(request as ControlRequest))
}

/** The answer of the process that owns the folder; undefined when no process does. */
export async function runInHost(
  folder: string,
  request: ControlRequest,
): Promise<ControlResponse | undefined> {
  return (await ask(folder, name, request)) as ControlResponse | undefined
}
