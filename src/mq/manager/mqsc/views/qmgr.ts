/** DISPLAY QMGR: the attributes of the queue manager, and facts that no command can set. */
import { singleFlagType, textType } from '../../objects/definitions/attribute-types.ts'
import { objectDefinitions } from '../../objects/object-definitions.ts'
import { commandLevel } from '../../types/connection.ts'
import type { QueueManagerServices } from '../../types/services.ts'
import type { CommandContext } from '../command/command.ts'
import type { DisplayValues, DisplayView } from '../command/display.ts'
import { requireAuthority } from '../command/subject.ts'
import { renderDate, renderTime } from '../rendering/render-date.ts'
import { attributeValues } from './objects.ts'

const kind = objectDefinitions.qmgr

/** The command level, and what belongs to it on a UNIX system. */
const facts: DisplayValues = {
  ADVCAP: 'ENABLED',
  AMQPCAP: 'YES',
  CMDLEVEL: commandLevel,
  COMMANDQ: 'SYSTEM.ADMIN.COMMAND.QUEUE',
  DISTL: 'YES',
  MAXPRTY: 9,
  PLATFORM: 'UNIX',
  SPLCAP: 'ENABLED',
  SYNCPT: 'YES',
  VERSION: '09040200',
  XRCAP: 'YES',
}

/** Keywords that request several attributes. Each attribute belongs to one group, a few belong to two. */
const groups: Readonly<Record<string, readonly string[]>> = {
  CHINIT: words(
    `CERTLABL CERTVPOL CHAD CHADEV CHADEXIT CHLAUTH CHLEV DEADQ DEFXMITQ IPADDRV KEYRPWD MONACLS MONCHL REVDNS SCHINIT
    SSLCRLNL SSLCRYP SSLEV SSLFIPS SSLKEYR SSLRKEYC STATACLS STATCHL SUITEB`,
  ),
  CLUSTER: words('CLWLDATA CLWLEXIT CLWLLEN CLWLMRUC CLWLUSEQ DEFCLXQ MONACLS PSCLUS QMID REPOS REPOSNL'),
  EVENT: words('AUTHOREV CHADEV CHLEV CMDEV CONFIGEV INHIBTEV LOCALEV LOGGEREV PERFMEV REMOTEEV SSLEV STRSTPEV'),
  PUBSUB: words('PARENT PSCLUS PSMODE PSNPMSG PSNPRES PSRTYCNT PSSYNCPT TREELIFE'),
  SYSTEM: words(
    `ACCTCONO ACCTINT ACCTMQI ACCTQ ACTIVREC ACTVCONO ACTVTRC ADVCAP ALTDATE ALTTIME AMQPCAP CCSID CMDLEVEL COMMANDQ
    CONNAUTH CRDATE CRTIME CUSTOM DEADQ DESCR DISTL IMGINTVL IMGLOGLN IMGRCOVO IMGRCOVQ IMGSCHED INITKEY MARKINT MAXHANDS
    MAXMSGL MAXPROPL MAXPRTY MAXUMSGS MONQ PLATFORM ROUTEREC SCMDSERV SPLCAP STATINT STATMQI STATQ SYNCPT TRIGINT
    VERSION XRCAP`,
  ),
}

function words(textType: string): readonly string[] {
  return textType.split(/\s+/)
}

export const qmgr: DisplayView = {
  message: 'AMQ8408I',
  name: 'none',
  columns: [
    { keyword: 'QMNAME', value: textType(48) },
    ...kind.attributes,
    ...Object.entries(groups).map(([keyword, group]) => ({ keyword, group, value: singleFlagType })),
  ],
  alwaysShown: ['QMNAME'],

  rows(call) {
    const { objects, name } = call.runtime
    requireAuthority(call, 'qmgr', name, 'DSP')
    const object = objects.find('qmgr', name)
    if (!object) return []
    return [{ values: attributeValues(kind, object, { ...facts, ...dates(call, object.created) }) }]
  },
}

function dates({ runtime }: CommandContext, created: number): DisplayValues {
  return { CRDATE: renderDate(created), CRTIME: renderTime(created), QMID: findQueueManagerId(runtime) }
}

/** Returns the unique id of the queue manager: its name and its time of creation. */
export function findQueueManagerId({ name, objects }: Pick<QueueManagerServices, 'name' | 'objects'>): string {
  const created = objects.find('qmgr', name)?.created ?? 0
  return `${name}_${renderDate(created)}_${renderTime(created)}`
}
