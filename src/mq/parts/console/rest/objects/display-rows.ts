/** Displays the objects of a kind, and the authorities of the caller on each of them. */
import type { AuthorityObjectType, CommandResponse, Connection } from '../../../../manager/index.ts'
import { requireDisplayed } from '../../../../web/admin/common/display.ts'

export interface DisplayQuery {
  qualifier: string
  kind: DisplayKind
  /** The attributes in lower case, the key excluded. */
  attributes: readonly string[]
}

/** Returns responses for the objects that the connection may display. Throws `CommandRejectedError`. */
export async function displayAll(
  connection: Connection,
  { qualifier, attributes }: DisplayQuery,
): Promise<readonly CommandResponse[]> {
  const responseParameters = attributes.length > 0 ? { responseParameters: attributes } : {}
  return requireDisplayed(
    await connection.commandJson({ command: 'display', qualifier, name: '*', ...responseParameters }),
  )
}

/** Returns the caller's authorities on an object, separated by blanks: `BROWSE PUT`. */
export function listAuthorities(caller: Connection, { authority }: DisplayKind, name: string): string {
  if (!authority) return ''
  return offeredAuthorities.filter((each) => caller.holdsAuthority(authority, name, each)).join(' ')
}

export interface DisplayKind {
  /** The attribute that contains the name, in lower case. */
  key: string
  /** The object type of authority records; absent for kinds without records of their own. */
  authority?: AuthorityObjectType
  /** The authorities to work with an object without DSP authority. The list shows only its name and type then. */
  useAuthorities?: readonly string[]
  /** Whether no two rows have one name. */
  hasUniqueNames?: boolean
}

export const displayKinds: Readonly<Record<string, DisplayKind>> = {
  queue: { key: 'queue', hasUniqueNames: true, authority: 'QUEUE', useAuthorities: ['PUT', 'GET', 'BROWSE'] },
  qstatus: { key: 'queue' },
  topic: { key: 'topic', hasUniqueNames: true, authority: 'TOPIC', useAuthorities: ['PUB'] },
  sub: { key: 'sub', hasUniqueNames: true },
  sbstatus: { key: 'sub' },
  channel: { key: 'channel', authority: 'CHANNEL' },
  chstatus: { key: 'channel' },
  listener: { key: 'listener', hasUniqueNames: true, authority: 'LISTENER' },
  lsstatus: { key: 'listener' },
  authinfo: { key: 'authinfo', hasUniqueNames: true, authority: 'AUTHINFO' },
  process: { key: 'process', hasUniqueNames: true, authority: 'PROCESS' },
  namelist: { key: 'namelist', hasUniqueNames: true, authority: 'NAMELIST' },
  service: { key: 'service', hasUniqueNames: true, authority: 'SERVICE' },
  svstatus: { key: 'service' },
  chlauth: { key: 'chlauth' },
}

/** The authorities that decide which actions the console offers for an object. */
const offeredAuthorities = ['BROWSE', 'CHG', 'CLR', 'CTRL', 'DLT', 'DSP', 'GET', 'PUB', 'PUT'] as const
