/** Builds the command that deletes an object. */
import type { MqscCommand, ObjectAttributes } from '../api/mqsc.ts'
import { findObjectType, type ObjectRow, type ObjectScreen } from '../screens/object-screen.ts'

export interface DeleteOptions {
  /** Deletes the messages of the queue as well. */
  purge: boolean
  keepAuthority?: boolean
}

export function buildDeleteCommand(
  screen: ObjectScreen,
  row: ObjectRow,
  { purge, keepAuthority }: DeleteOptions,
): MqscCommand {
  const type = findObjectType(screen, row.type)
  const { qualifier = screen.qualifier } = type ?? {}
  const parameters: ObjectAttributes = {
    ...type?.deleteParameters,
    ...(purge && qualifier === 'qlocal' ? { purge: 'yes' } : {}),
    ...(keepAuthority ? { authrec: 'no' } : {}),
  }
  return { command: 'delete', qualifier, name: row.name, parameters }
}
