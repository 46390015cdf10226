/** The objects and statuses that `GET /qmgr/{qmgr}/objects/{qualifier}` lists. */
import type { AuthorityObjectType } from '../../../qm/index.ts'

export interface DisplayKind {
  /** The attribute that contains the name, in lower case. */
  key: string
  /** The object type of authority records; absent for kinds without records of their own. */
  authority?: AuthorityObjectType
  /**
   * The authorities that let a user work with an object without DSP authority. The list then shows the name and the
   * type of the object.
   */
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
export const offeredAuthorities = ['BROWSE', 'CHG', 'CLR', 'CTRL', 'DLT', 'DSP', 'GET', 'PUB', 'PUT'] as const
