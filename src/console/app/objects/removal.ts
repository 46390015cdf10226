/** The command that deletes an object. */
import type { Attributes, Command } from '../api/mqsc.ts'
import { type ObjectScreen, type Row, typeOf } from './screen.ts'

export interface RemovalWish {
  /** Messages go as well. */
  purge: boolean
  keepAuthority?: boolean
}

export function removalOf(screen: ObjectScreen, row: Row, { purge, keepAuthority }: RemovalWish): Command {
  const type = typeOf(screen, row.type)
  const { qualifier = screen.qualifier } = type ?? {}
  const parameters: Attributes = {
    ...type?.removal,
    ...(purge && qualifier === 'qlocal' ? { purge: 'yes' } : {}),
    ...(keepAuthority ? { authrec: 'no' } : {}),
  }
  return { command: 'delete', qualifier, name: row.name, parameters }
}
