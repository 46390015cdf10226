/**
 * The attributes of status commands as IBM MQ documents them for distributed platforms. Strict clients reject an attribute that
 * is not in the list, so that Sluice shows others only when a command names them. Objects: `displayed-keys.test.ts`.
 */
import test from 'ava'
import type { DisplayView } from '../../../../src/mq/manager/mqsc/command/display.ts'
import { applicationStatus } from '../../../../src/mq/manager/mqsc/views/application-status.ts'
import { authorityRecords, entityAuthorities } from '../../../../src/mq/manager/mqsc/views/authorities.ts'
import { channelStatus } from '../../../../src/mq/manager/mqsc/views/channel-status.ts'
import { connections } from '../../../../src/mq/manager/mqsc/views/connections.ts'
import { listenerStatus, serviceStatus } from '../../../../src/mq/manager/mqsc/views/listener-and-service-status.ts'
import { queueStatus } from '../../../../src/mq/manager/mqsc/views/queue-status.ts'
import { subscriptionStatus } from '../../../../src/mq/manager/mqsc/views/subscriptions.ts'
import { topicStatus } from '../../../../src/mq/manager/mqsc/views/topic-status.ts'

const known: readonly (readonly [command: string, view: DisplayView, attributes: string])[] = [
  [
    'CHSTATUS',
    channelStatus,
    `CHANNEL CHLTYPE CURLUWID CURMSGS CURSEQNO INDOUBT LSTLUWID LSTSEQNO STATUS CONNAME CURRENT RQMNAME STOPREQ SUBSTATE XMITQ
    AMQPKA BATCHES BATCHSZ BUFSRCVD BUFSSENT BYTSRCVD BYTSSENT CHSTADA CHSTATI CLIENTID CLNTUSER COMPHDR COMPMSG COMPRATE
    COMPTIME CONNS CURSHCNV EXITTIME HBINT JOBNAME KAINT LOCLADDR LONGRTS LSTMSGDA LSTMSGTI MAXMSGL MAXSHCNV MCASTAT MCAUSER
    MONCHL MSGRCVD MSGS MSGSNT NETTIME NPMSPEED PROTOCOL QMNAME RAPPLTAG RPRODUCT RVERSION SAVED SECPROT SHORTRTS SSLCERTI
    SSLCERTU SSLCIPH SSLKEYDA SSLKEYTI SSLPEER SSLRKEYS STATCHL XBATCHSZ XQMSGSA XQTIME`,
  ],
  [
    'LSSTATUS',
    listenerStatus,
    `LISTENER STATUS PID ADAPTER BACKLOG CONTROL DESCR IPADDR LOCLNAME NTBNAMES PORT SESSIONS SOCKET
    STARTDA STARTTI TPNAME TRPTYPE`,
  ],
  [
    'SVSTATUS',
    serviceStatus,
    `SERVICE STATUS PID CONTROL DESCR SERVTYPE STARTARG STARTCMD STARTDA STARTTI STDERR STDOUT STOPARG
    STOPCMD`,
  ],
  [
    'QSTATUS',
    queueStatus,
    `QUEUE TYPE CURDEPTH CURFSIZE CURMAXFS IPPROCS LGETDATE LGETTIME LPUTDATE LPUTTIME MEDIALOG MONQ
    MSGAGE OPPROCS QTIME UNCOM APPLDESC APPLTAG APPLTYPE ASTATE BROWSE CHANNEL CONNAME HSTATE INPUT INQUIRE OUTPUT PID QMURID SET
    TID URID URTYPE USERID`,
  ],
  [
    'SBSTATUS',
    subscriptionStatus,
    `SUB SUBID ACTCONN DURABLE LMSGDATE LMSGTIME MCASTREL NUMMSGS RESMDATE RESMTIME SUBTYPE
    SUBUSER TOPICSTR`,
  ],
  [
    'TPSTATUS',
    topicStatus,
    `TOPICSTR ADMIN CAPEXPRY CLROUTE CLUSTER COMMINFO DEFPRESP DEFPRTY DEFPSIST DURSUB MCAST MDURMDL
    MNDURMDL NPMSGDLV PMSGDLV PUB PUBCOUNT PUBSCOPE RETAINED SUB SUBCOUNT SUBSCOPE USEDLQ ACTCONN DURABLE LMSGDATE LMSGTIME
    MCASTREL NUMMSGS RESMDATE RESMTIME SUBID SUBTYPE SUBUSER LPUBDATE LPUBTIME NUMPUBS`,
  ],
  [
    'CONN',
    connections,
    `CONN EXTCONN TYPE APPLDESC APPLTAG APPLTYPE ASTATE CHANNEL CLIENTID CONNAME CONNOPTS CONNTAG EXTURID
    PID QMURID TID UOWLOG UOWLOGDA UOWLOGTI UOWSTATE UOWSTDA UOWSTTI URTYPE USERID DEST DESTQMGR HSTATE OBJNAME OBJTYPE OPENOPTS
    READA SUBID SUBNAME TOPICSTR`,
  ],
  [
    'APSTATUS',
    applicationStatus,
    `APPLNAME TYPE CLUSTER COUNT MOVCOUNT BALANCED ACTIVE BALSTATE LMSGDATE LMSGTIME QMID QMNAME
    CONNTAG CONNS IMMCOUNT IMMDATE IMMREASN IMMTIME MOVABLE`,
  ],
  ['AUTHREC', authorityRecords, 'PROFILE ENTITY ENTTYPE OBJTYPE AUTHLIST'],
  ['ENTAUTH', entityAuthorities, 'OBJNAME ENTITY ENTTYPE OBJTYPE AUTHLIST'],
]

for (const [command, view, attributes] of known) {
  test(`DISPLAY ${command} shows what IBM MQ does not have only when a command names it`, (t) => {
    const shown = view.columns.filter(({ isByNameOnly, group }) => !isByNameOnly && !group)
    const words = new Set(attributes.split(/\s+/))
    t.deepEqual(
      shown.map(({ keyword }) => keyword).filter((keyword) => !words.has(keyword)),
      [],
    )
  })
}
