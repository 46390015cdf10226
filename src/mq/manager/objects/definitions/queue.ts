/** Defines queues. Local, alias, remote and model queues share one namespace and one attribute table. */
import { choiceType, flagPairType, genericNameOrBlankType, integerType, nameType, textType } from './attribute-types.ts'
import {
  type AttributeValues,
  alterationAttributes,
  attribute,
  displayedAttribute,
  type ObjectDefinition,
} from './object-definition.ts'

const L = 'QLOCAL'
const A = 'QALIAS'
const R = 'QREMOTE'
const M = 'QMODEL'
const C = 'QCLUSTER'
const all = undefined
const held = [L, M] // types that contain messages
const opened = [L, A, R] // types that applications may open
const read = [L, A, M]
const none: readonly string[] = [] // keywords that MQSC accepts, of a later command level

const count = integerType(0, 999_999_999)
const level = integerType(0, 9)
const yesNo = choiceType('YES', 'NO')
const enabled = choiceType('ENABLED', 'DISABLED')
const asQmgr = choiceType('QMGR', 'ON', 'OFF')
const date = textType(12)
const time = textType(8)

export const queueDefinition: ObjectDefinition = {
  kind: 'queue',
  key: 'QUEUE',
  typeKeyword: 'TYPE',
  types: [L, A, R, M],
  name: nameType(),

  attributes: [
    attribute('ACCTQ', held, asQmgr, 'QMGR'),
    ...alterationAttributes,
    attribute('TARGET', [A], nameType(), '', { synonyms: ['TARGQ'] }),
    attribute('BOQNAME', held, nameType(), ''),
    attribute('BOTHRESH', held, count, 0),
    attribute('CAPEXPRY', all, integerType(0, 999_999_999, 'NOLIMIT'), 'NOLIMIT'),
    displayedAttribute('CLUSDATE', [C], date),
    attribute('CLUSNL', opened, nameType(), ''),
    displayedAttribute('CLUSQMGR', [C], nameType()),
    displayedAttribute('CLUSQT', [C], choiceType('QALIAS', 'QLOCAL', 'QMGR', 'QREMOTE')),
    attribute('CLUSTER', opened, nameType(), ''),
    displayedAttribute('CLUSTIME', [C], time),
    attribute('CLCHNAME', held, genericNameOrBlankType(20), ''),
    attribute('CLWLPRTY', opened, level, 0),
    attribute('CLWLRANK', opened, level, 0),
    attribute('CLWLUSEQ', [L], choiceType('QMGR', 'ANY', 'LOCAL'), 'QMGR'),
    displayedAttribute('CRDATE', held, date),
    displayedAttribute('CRTIME', held, time),
    displayedAttribute('CURDEPTH', [L], count),
    attribute('CUSTOM', all, textType(128), ''),
    attribute('DEFBIND', all, choiceType('OPEN', 'NOTFIXED', 'GROUP'), 'OPEN'),
    attribute('DEFPRTY', all, level, 0),
    attribute('DEFPSIST', all, yesNo, 'NO'),
    attribute('DEFPRESP', all, choiceType('SYNC', 'ASYNC'), 'SYNC'),
    attribute('DEFREADA', read, choiceType('NO', 'YES', 'DISABLED'), 'NO'),
    attribute('DEFSOPT', [L], choiceType('SHARED', 'EXCL'), 'SHARED'),
    attribute('DEFSOPT', [M], choiceType('SHARED', 'EXCL'), 'EXCL'),
    attribute('DEFTYPE', [L], choiceType('PREDEFINED', 'PERMDYN', 'TEMPDYN', 'SHAREDYN'), 'PREDEFINED', {
      access: 'show',
    }),
    attribute('DEFTYPE', [M], choiceType('TEMPDYN', 'PERMDYN'), 'TEMPDYN'),
    attribute('DESCR', all, textType(64), ''),
    attribute('DISTL', held, yesNo, 'NO'),
    attribute('GET', read, enabled, 'ENABLED'),
    attribute('HARDENBO', held, flagPairType, 'YES'),
    attribute('IMGRCOVQ', held, choiceType('QMGR', 'YES', 'NO'), 'QMGR'),
    attribute('INITQ', held, nameType(), ''),
    displayedAttribute('IPPROCS', [L], count),
    attribute('MAXDEPTH', held, count, 5000),
    attribute('MAXFSIZE', held, integerType(20, 267_386_880, 'DEFAULT'), 'DEFAULT'),
    attribute('MAXMSGL', held, integerType(0, 104_857_600), 4_194_304),
    attribute('MONQ', held, choiceType('QMGR', 'OFF', 'LOW', 'MEDIUM', 'HIGH'), 'QMGR'),
    attribute('MSGDLVSQ', held, choiceType('PRIORITY', 'FIFO'), 'PRIORITY'),
    attribute('TRIGGER', held, flagPairType, 'NO'),
    attribute('NPMCLASS', held, choiceType('NORMAL', 'HIGH'), 'NORMAL'),
    displayedAttribute('OPPROCS', [L], count),
    displayedAttribute('OTELPCTL', none, choiceType('QMGR', 'MANUAL', 'AUTO')),
    displayedAttribute('OTELTRAC', none, asQmgr),
    attribute('PROCESS', held, nameType(), ''),
    attribute('PUT', all, enabled, 'ENABLED'),
    attribute('PROPCTL', read, choiceType('COMPAT', 'ALL', 'FORCE', 'NONE', 'V6COMPAT'), 'COMPAT'),
    attribute('QDEPTHHI', held, integerType(0, 100), 80),
    attribute('QDEPTHLO', held, integerType(0, 100), 20),
    attribute('QDPHIEV', held, enabled, 'DISABLED'),
    attribute('QDPLOEV', held, enabled, 'DISABLED'),
    attribute('QDPMAXEV', held, enabled, 'ENABLED'),
    displayedAttribute('QMID', [C], textType(48)),
    attribute('QSVCIEV', held, choiceType('NONE', 'HIGH', 'OK'), 'NONE'),
    attribute('QSVCINT', held, count, 999_999_999),
    attribute('RETINTVL', held, count, 999_999_999),
    attribute('RQMNAME', [R], nameType(), ''),
    attribute('RNAME', [R], nameType(), ''),
    attribute('SCOPE', opened, choiceType('QMGR', 'CELL'), 'QMGR'),
    attribute('SHARE', [L], flagPairType, 'YES'),
    attribute('SHARE', [M], flagPairType, 'NO'),
    attribute('STATQ', held, asQmgr, 'QMGR'),
    attribute('STREAMQ', held, nameType(), ''),
    attribute('STRMQOS', held, choiceType('BESTEF', 'MUSTDUP'), 'BESTEF'),
    attribute('TARGTYPE', [A], choiceType('QUEUE', 'TOPIC'), 'QUEUE'),
    attribute('TRIGDATA', held, textType(64), ''),
    attribute('TRIGDPTH', held, integerType(1, 999_999_999), 1),
    attribute('TRIGMPRI', held, level, 0),
    attribute('TRIGTYPE', held, choiceType('FIRST', 'EVERY', 'DEPTH', 'NONE'), 'FIRST'),
    attribute('USAGE', held, choiceType('NORMAL', 'XMITQ'), 'NORMAL'),
    attribute('XMITQ', [R], nameType(), ''),
  ],

  defaultObject: (type) => defaults[type] ?? 'SYSTEM.DEFAULT.LOCAL.QUEUE',

  check(attributes: AttributeValues) {
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
