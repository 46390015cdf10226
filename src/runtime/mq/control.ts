/** How the control commands reach the process that owns a data folder. */
import { askControl as ask, type Control, openControl as open } from '../../http/control.ts'

export type { Control } from '../../http/control.ts'

export interface ControlRequest {
  /** The name of the command and its arguments. */
  command: readonly string[]
  /** What the command reads: an MQSC script. */
  input?: string
}

export interface ControlAnswer {
  /** The exit status. */
  status: number
  output: string
  /** What belongs on the standard error. */
  complaint?: string
}

const name = 'control.sock'

/** Takes commands at the folder's socket. */
export function openControl(
  folder: string,
  run: (request: ControlRequest) => Promise<ControlAnswer>,
): Promise<Control> {
  return open(folder, name, (request) => run(request as ControlRequest))
}

/** The answer of the process that owns the folder; undefined when no process does. */
export async function askControl(
  folder: string,
  request: ControlRequest,
): Promise<ControlAnswer | undefined> {
  return (await ask(folder, name, request)) as ControlAnswer | undefined
}
