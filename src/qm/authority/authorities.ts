/** What can be allowed on which type of object, and the words that stand for several. */
import type { AuthorityObject } from '../runtime.ts'

interface Row {
  readonly mqi: readonly string[]
  readonly admin: readonly string[]
  /** What ALL gives in addition: CRT is only ever given by name. */
  readonly more: readonly string[]
}

const change = ['CHG', 'DLT', 'DSP']
const control = [...change, 'CTRL']
const context = ['PASSALL', 'PASSID', 'SETALL', 'SETID']

/** Every object type of authority records. */
const table: Readonly<Record<AuthorityObject, Row>> = {
  QMGR: {
    mqi: ['ALTUSR', 'CONNECT', 'INQ', 'SET', 'SETALL', 'SETID'],
    admin: change,
    more: ['SYSTEM', 'CTRL'],
  },
  QUEUE: { mqi: ['BROWSE', 'GET', 'INQ', 'PUT', 'SET', ...context], admin: ['CLR', ...change], more: [] },
  TOPIC: { mqi: ['PUB', 'RESUME', 'SUB', ...context], admin: ['CLR', 'CTRL', ...change], more: [] },
  CHANNEL: { mqi: [], admin: [...control, 'CTRLX'], more: [] },
  CLNTCONN: { mqi: [], admin: change, more: [] },
  LISTENER: { mqi: [], admin: control, more: [] },
  NAMELIST: { mqi: ['INQ'], admin: change, more: [] },
  PROCESS: { mqi: ['INQ', 'SET'], admin: change, more: [] },
  AUTHINFO: { mqi: ['INQ'], admin: change, more: [] },
  SERVICE: { mqi: [], admin: control, more: [] },
  COMMINFO: { mqi: [], admin: change, more: [] },
  RQMNAME: { mqi: ['PUT'], admin: [], more: [] },
}

/** The order in which authorities are displayed. */
const order = [
  ...['ALTUSR', 'BROWSE', 'CHG', 'CLR', 'CONNECT', 'CRT', 'CTRL', 'CTRLX', 'DLT', 'DSP', 'GET', 'INQ'],
  ...['PUT', 'PASSALL', 'PASSID', 'PUB', 'RESUME', 'SET', 'SETALL', 'SETID', 'SUB', 'SYSTEM'],
]

/** The authorities that a word gives on a type of object; undefined when it gives none there. */
export function expand(objectType: AuthorityObject, word: string): readonly string[] | undefined {
  const { mqi, admin, more } = table[objectType]
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

export function inOrder(authorities: Iterable<string>): string[] {
  return [...authorities].sort((a, b) => order.indexOf(a) - order.indexOf(b))
}
