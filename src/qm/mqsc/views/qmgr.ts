/** DISPLAY QMGR: the queue manager's attributes, and the facts about it that nobody sets. */
import { kinds } from '../../objects/index.ts'
import { mark, text } from '../../objects/values.ts'
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

/** Keywords that ask for several attributes at once. Each attribute belongs to one of them, and a few to two. */
const groups: Readonly<Record<string, readonly string[]>> = {
  CHINIT: words(
    `CERTLABL CERTVPOL CHAD CHADEV CHADEXIT CHLAUTH CHLEV DEADQ DEFXMITQ IPADDRV KEYRPWD MONACLS MONCHL REVDNS SCHINIT
    SSLCRLNL SSLCRYP SSLEV SSLFIPS SSLKEYR SSLRKEYC STATACLS STATCHL SUITEB`,
  ),
  CLUSTER: words('CLWLDATA CLWLEXIT CLWLLEN CLWLMRUC CLWLUSEQ DEFCLXQ MONACLS PSCLUS QMID REPOS REPOSNL'),
  EVENT: words(
    'AUTHOREV CHADEV CHLEV CMDEV CONFIGEV INHIBTEV LOCALEV LOGGEREV PERFMEV REMOTEEV SSLEV STRSTPEV',
  ),
  PUBSUB: words('PARENT PSCLUS PSMODE PSNPMSG PSNPRES PSRTYCNT PSSYNCPT TREELIFE'),
  SYSTEM: words(
    `ACCTCONO ACCTINT ACCTMQI ACCTQ ACTIVREC ACTVCONO ACTVTRC ADVCAP ALTDATE ALTTIME AMQPCAP CCSID CMDLEVEL COMMANDQ
    CONNAUTH CRDATE CRTIME CUSTOM DEADQ DESCR DISTL IMGINTVL IMGLOGLN IMGRCOVO IMGRCOVQ IMGSCHED INITKEY MARKINT MAXHANDS
    MAXMSGL MAXPROPL MAXPRTY MAXUMSGS MONQ PLATFORM ROUTEREC SCMDSERV SPLCAP STATINT STATMQI STATQ SYNCPT TRIGINT
    VERSION XRCAP`,
  ),
}

function words(text: string): readonly string[] {
  return text.split(/\s+/)
}

export const qmgr: View = {
  message: 'AMQ8408I',
  name: 'none',
  columns: [
    { keyword: 'QMNAME', value: text(48) },
    ...kind.attributes,
    ...Object.entries(groups).map(([keyword, group]) => ({ keyword, group, value: mark })),
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
  return {
    CRDATE: renderDate(created),
    CRTIME: renderTime(created),
    QMID: queueManagerId(runtime.name, created),
  }
}

/** The id that no other queue manager of this name has: the name and the time of creation. */
export function queueManagerId(name: string, created: number): string {
  return `${name}_${renderDate(created)}_${renderTime(created)}`
}
