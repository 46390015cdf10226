/** DISPLAY QMGR: the queue manager's attributes, and the facts about it that nobody sets. */
import { kinds } from '../../objects/index.ts'
import { text } from '../../objects/values.ts'
import type { Call } from '../command.ts'
import { renderDate, renderTime } from '../date.ts'
import { objectNotFound, type Values, type View } from '../display.ts'
import { authorize } from '../subject.ts'
import { valuesOf } from './objects.ts'

const kind = kinds.qmgr

/** The level of commands that is spoken here, and what comes with it on a UNIX system. */
const facts: Values = {
  ADVCAP: 'ENABLED',
  AMQPCAP: 'YES',
  CMDLEVEL: 942,
  COMMANDQ: 'SYSTEM.ADMIN.COMMAND.QUEUE',
  DISTL: 'YES',
  MAXPRTY: 9,
  PLATFORM: 'UNIX',
  SPLCAP: 'ENABLED',
  SYNCPT: 'YES',
  VERSION: '09040200',
  XRCAP: 'YES',
}

/** Keywords that ask for several attributes at once. */
const groups: Readonly<Record<string, readonly string[]>> = {
  CLUSTER: [
    ...['CLWLDATA', 'CLWLEXIT', 'CLWLLEN', 'CLWLMRUC', 'CLWLUSEQ', 'DEFCLXQ', 'MONACLS', 'PSCLUS', 'QMID'],
    ...['REPOS', 'REPOSNL'],
  ],
  EVENT: [
    ...['AUTHOREV', 'CHADEV', 'CHLEV', 'CMDEV', 'CONFIGEV', 'INHIBTEV', 'LOCALEV', 'LOGGEREV', 'PERFMEV'],
    ...['REMOTEEV', 'SSLEV', 'STRSTPEV'],
  ],
  PUBSUB: ['PARENT', 'PSCLUS', 'PSMODE', 'PSNPMSG', 'PSNPRES', 'PSRTYCNT', 'PSSYNCPT', 'TREELIFE'],
}

export const qmgr: View = {
  message: 'AMQ8408I',
  name: 'none',
  columns: [
    { keyword: 'QMNAME', value: text(48) },
    ...kind.attributes,
    ...Object.entries(groups).map(([keyword, group]) => ({ keyword, group, value: text(48) })),
  ],
  head: ['QMNAME'],
  missing: objectNotFound,

  rows(call) {
    const { objects, name } = call.runtime
    authorize(call, 'qmgr', name, 'DSP')
    const object = objects.find('qmgr', name)
    if (!object) return []
    return [{ values: valuesOf(kind, object, { ...facts, ...dates(call, object.created) }) }]
  },
}

function dates({ runtime }: Call, created: number): Values {
  const date = renderDate(created)
  const time = renderTime(created)
  return { CRDATE: date, CRTIME: time, QMID: `${runtime.name}_${date}_${time}` }
}
