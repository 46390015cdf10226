/** The authorities of each object type, and the keywords that stand for several of them. */
import type { AuthorityObjectType } from '../types/services.ts'

interface AuthorityRow {
  readonly mqi: readonly string[]
  readonly admin: readonly string[]
  /** The authorities that ALL contains in addition. CRT must always be given by name. */
  readonly additional: readonly string[]
}

const change = ['CHG', 'DLT', 'DSP']
const control = [...change, 'CTRL']
const context = ['PASSALL', 'PASSID', 'SETALL', 'SETID']

const table: Readonly<Record<AuthorityObjectType, AuthorityRow>> = {
  QMGR: { mqi: ['ALTUSR', 'CONNECT', 'INQ', 'SET', 'SETALL', 'SETID'], admin: change, additional: ['SYSTEM', 'CTRL'] },
  QUEUE: { mqi: ['BROWSE', 'GET', 'INQ', 'PUT', 'SET', ...context], admin: ['CLR', ...change], additional: [] },
  TOPIC: { mqi: ['PUB', 'RESUME', 'SUB', ...context], admin: ['CLR', 'CTRL', ...change], additional: [] },
  CHANNEL: { mqi: [], admin: [...control, 'CTRLX'], additional: [] },
  CLNTCONN: { mqi: [], admin: change, additional: [] },
  LISTENER: { mqi: [], admin: control, additional: [] },
  NAMELIST: { mqi: ['INQ'], admin: change, additional: [] },
  PROCESS: { mqi: ['INQ', 'SET'], admin: change, additional: [] },
  AUTHINFO: { mqi: ['INQ'], admin: change, additional: [] },
  SERVICE: { mqi: [], admin: control, additional: [] },
  COMMINFO: { mqi: [], admin: change, additional: [] },
  RQMNAME: { mqi: ['PUT'], admin: [], additional: [] },
}

/** The order in which DISPLAY AUTHREC shows authorities. */
const order = [
  ...['ALTUSR', 'BROWSE', 'CHG', 'CLR', 'CONNECT', 'CRT', 'CTRL', 'CTRLX', 'DLT', 'DSP', 'GET', 'INQ'],
  ...['PUT', 'PASSALL', 'PASSID', 'PUB', 'RESUME', 'SET', 'SETALL', 'SETID', 'SUB', 'SYSTEM'],
]

/** Returns the authorities that a keyword stands for on an object type; undefined when it is invalid there. */
export function expandAuthority(objectType: AuthorityObjectType, word: string): readonly string[] | undefined {
  const { mqi, admin, additional: more } = table[objectType]
  switch (word) {
    case 'NONE':
      return []
    case 'ALL':
      return [...mqi, ...admin, ...more]
    case 'ALLMQI':
      return mqi
    case 'ALLADM':
      return admin
    case 'CRT':
      return objectType === 'RQMNAME' || objectType === 'QMGR' ? undefined : ['CRT']
    default:
      return [...mqi, ...admin, ...more].includes(word) ? [word] : undefined
  }
}

export function sortAuthorities(authorities: Iterable<string>): string[] {
  return [...authorities].sort((a, b) => order.indexOf(a) - order.indexOf(b))
}
