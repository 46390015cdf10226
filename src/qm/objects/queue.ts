/** Queues: local, alias, remote and model ones share one namespace and one table. */
import { type Attributes, altered, type Kind, row, shown } from './kind.ts'
import { choice, flag, genericNameOrBlank, integer, name, text } from './values.ts'

const L = 'QLOCAL'
const A = 'QALIAS'
const R = 'QREMOTE'
const M = 'QMODEL'
const C = 'QCLUSTER'
const all = undefined
const held = [L, M] // kinds that hold messages, or will
const opened = [L, A, R] // kinds that an application may open
const read = [L, A, M]
const none: readonly string[] = [] // known to the language, but later than the level that is spoken here

const count = integer(0, 999_999_999)
const level = integer(0, 9)
const yesNo = choice('YES', 'NO')
const enabled = choice('ENABLED', 'DISABLED')
const asQmgr = choice('QMGR', 'ON', 'OFF')
const date = text(12)
const time = text(8)

export const queue: Kind = {
  kind: 'queue',
  key: 'QUEUE',
  typeKeyword: 'TYPE',
  types: [L, A, R, M],
  name: name(),

  attributes: [
    row('ACCTQ', held, asQmgr, 'QMGR'),
    ...altered,
    row('TARGET', [A], name(), '', { synonyms: ['TARGQ'] }),
    row('BOQNAME', held, name(), ''),
    row('BOTHRESH', held, count, 0),
    row('CAPEXPRY', all, integer(0, 999_999_999, 'NOLIMIT'), 'NOLIMIT'),
    shown('CLUSDATE', [C], date),
    row('CLUSNL', opened, name(), ''),
    shown('CLUSQMGR', [C], name()),
    shown('CLUSQT', [C], choice('QALIAS', 'QLOCAL', 'QMGR', 'QREMOTE')),
    row('CLUSTER', opened, name(), ''),
    shown('CLUSTIME', [C], time),
    row('CLCHNAME', held, genericNameOrBlank(20), ''),
    row('CLWLPRTY', opened, level, 0),
    row('CLWLRANK', opened, level, 0),
    row('CLWLUSEQ', [L], choice('QMGR', 'ANY', 'LOCAL'), 'QMGR'),
    shown('CRDATE', held, date),
    shown('CRTIME', held, time),
    shown('CURDEPTH', [L], count),
    row('CUSTOM', all, text(128), ''),
    row('DEFBIND', all, choice('OPEN', 'NOTFIXED', 'GROUP'), 'OPEN'),
    row('DEFPRTY', all, level, 0),
    row('DEFPSIST', all, yesNo, 'NO'),
    row('DEFPRESP', all, choice('SYNC', 'ASYNC'), 'SYNC'),
    row('DEFREADA', read, choice('NO', 'YES', 'DISABLED'), 'NO'),
    row('DEFSOPT', [L], choice('SHARED', 'EXCL'), 'SHARED'),
    row('DEFSOPT', [M], choice('SHARED', 'EXCL'), 'EXCL'),
    row('DEFTYPE', [L], choice('PREDEFINED', 'PERMDYN', 'TEMPDYN', 'SHAREDYN'), 'PREDEFINED', {
      access: 'show',
    }),
    row('DEFTYPE', [M], choice('TEMPDYN', 'PERMDYN'), 'TEMPDYN'),
    row('DESCR', all, text(64), ''),
    row('DISTL', held, yesNo, 'NO'),
    row('GET', read, enabled, 'ENABLED'),
    row('HARDENBO', held, flag, 'YES'),
    row('IMGRCOVQ', held, choice('QMGR', 'YES', 'NO'), 'QMGR'),
    row('INITQ', held, name(), ''),
    shown('IPPROCS', [L], count),
    row('MAXDEPTH', held, count, 5000),
    row('MAXFSIZE', held, integer(20, 267_386_880, 'DEFAULT'), 'DEFAULT'),
    row('MAXMSGL', held, integer(0, 104_857_600), 4_194_304),
    row('MONQ', held, choice('QMGR', 'OFF', 'LOW', 'MEDIUM', 'HIGH'), 'QMGR'),
    row('MSGDLVSQ', held, choice('PRIORITY', 'FIFO'), 'PRIORITY'),
    row('TRIGGER', held, flag, 'NO'),
    row('NPMCLASS', held, choice('NORMAL', 'HIGH'), 'NORMAL'),
    shown('OPPROCS', [L], count),
    shown('OTELPCTL', none, choice('QMGR', 'MANUAL', 'AUTO')),
    shown('OTELTRAC', none, asQmgr),
    row('PROCESS', held, name(), ''),
    row('PUT', all, enabled, 'ENABLED'),
    row('PROPCTL', read, choice('COMPAT', 'ALL', 'FORCE', 'NONE', 'V6COMPAT'), 'COMPAT'),
    row('QDEPTHHI', held, integer(0, 100), 80),
    row('QDEPTHLO', held, integer(0, 100), 20),
    row('QDPHIEV', held, enabled, 'DISABLED'),
    row('QDPLOEV', held, enabled, 'DISABLED'),
    row('QDPMAXEV', held, enabled, 'ENABLED'),
    shown('QMID', [C], text(48)),
    row('QSVCIEV', held, choice('NONE', 'HIGH', 'OK'), 'NONE'),
    row('QSVCINT', held, count, 999_999_999),
    row('RETINTVL', held, count, 999_999_999),
    row('RQMNAME', [R], name(), ''),
    row('RNAME', [R], name(), ''),
    row('SCOPE', opened, choice('QMGR', 'CELL'), 'QMGR'),
    row('SHARE', [L], flag, 'YES'),
    row('SHARE', [M], flag, 'NO'),
    row('STATQ', held, asQmgr, 'QMGR'),
    row('STREAMQ', held, name(), ''),
    row('STRMQOS', held, choice('BESTEF', 'MUSTDUP'), 'BESTEF'),
    row('TARGTYPE', [A], choice('QUEUE', 'TOPIC'), 'QUEUE'),
    row('TRIGDATA', held, text(64), ''),
    row('TRIGDPTH', held, integer(1, 999_999_999), 1),
    row('TRIGMPRI', held, level, 0),
    row('TRIGTYPE', held, choice('FIRST', 'EVERY', 'DEPTH', 'NONE'), 'FIRST'),
    row('USAGE', held, choice('NORMAL', 'XMITQ'), 'NORMAL'),
    row('XMITQ', [R], name(), ''),
  ],

  defaultObject: (type) => defaults[type] ?? 'SYSTEM.DEFAULT.LOCAL.QUEUE',

  check(attributes: Attributes) {
    const { CLUSTER: cluster, CLUSNL: namelist, QDEPTHLO: low = 0, QDEPTHHI: high = 100 } = attributes
    if (cluster && namelist) return 'CLUSTER and CLUSNL cannot both be given'
    if (low > high) return 'QDEPTHLO cannot be above QDEPTHHI'
    return undefined
  },
}

const defaults: Record<string, string> = {
  [L]: 'SYSTEM.DEFAULT.LOCAL.QUEUE',
  [A]: 'SYSTEM.DEFAULT.ALIAS.QUEUE',
  [R]: 'SYSTEM.DEFAULT.REMOTE.QUEUE',
  [M]: 'SYSTEM.DEFAULT.MODEL.QUEUE',
}
