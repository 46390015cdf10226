/** Every command: the verb, what it works on, and what runs it. */
import type { Handler } from '../command.ts'
import { display } from '../display.ts'
import { applicationStatus } from '../views/application-status.ts'
import { authorityService } from '../views/authority-service.ts'
import { authorityRecords, entityAuthorities } from '../views/authrec.ts'
import { channelStatus } from '../views/channel-status.ts'
import { channelAuthentication } from '../views/chlauth.ts'
import { connections } from '../views/connections.ts'
import * as defined from '../views/defined.ts'
import { listenerStatus } from '../views/listener-status.ts'
import { clusterManagers, serviceStatus } from '../views/nothing-runs.ts'
import { policies } from '../views/policies.ts'
import { qmgr } from '../views/qmgr.ts'
import { commandServer, pubsub, qmstatus } from '../views/qmstatus.ts'
import { queueStatus } from '../views/queue-status.ts'
import { queues } from '../views/queues.ts'
import { subscriptionStatus } from '../views/subscription-status.ts'
import { subscriptions } from '../views/subscriptions.ts'
import { topicStatus } from '../views/topic-status.ts'
import { alter } from './alter.ts'
import { pingChannel, resetChannel, resolveChannel, startChannel, stopChannel } from './channels.ts'
import { clearQueue, clearTopicString } from './clear.ts'
import { define } from './define.ts'
import { remove } from './delete.ts'
import { startListener, stopListener } from './listeners.ts'
import {
  participation,
  refreshCluster,
  refreshManager,
  resetCluster,
  resetManager,
  setLog,
  startInitiator,
} from './maintenance.ts'
import { pingManager, refreshSecurity, stopConnection } from './manager.ts'
import { deletePolicy, setPolicy } from './policy.ts'
import { startService, stopService } from './services.ts'
import { deleteAuthority, setAuthority } from './set-authrec.ts'
import { setChannelAuthentication } from './set-chlauth.ts'

type Row = readonly [verb: string, qualifiers: readonly string[], handler: Handler]

const queueTypes = ['QLOCAL', 'QALIAS', 'QREMOTE', 'QMODEL']
const others = [
  'TOPIC',
  'SUB',
  'CHANNEL',
  'LISTENER',
  'NAMELIST',
  'PROCESS',
  'SERVICE',
  'AUTHINFO',
  'COMMINFO',
]

// biome-ignore format: a table
export const commands: readonly Row[] = [
  ['DEFINE',  [...queueTypes, ...others],          define],
  ['ALTER',   [...queueTypes, ...others, 'QMGR'],  alter],
  ['DELETE',  ['QUEUE', ...queueTypes, ...others], remove],
  ['DELETE',  ['AUTHREC'],                         deleteAuthority],
  ['SET',     ['AUTHREC'],                         setAuthority],
  ['SET',     ['CHLAUTH'],                         setChannelAuthentication],
  ['SET',     ['POLICY'],                          setPolicy],
  ['DELETE',  ['POLICY'],                          deletePolicy],

  ['CLEAR',   ['QLOCAL'],                          clearQueue],
  ['CLEAR',   ['TOPICSTR'],                        clearTopicString],
  ['START',   ['LISTENER'],                        startListener],
  ['STOP',    ['LISTENER'],                        stopListener],
  ['START',   ['CHANNEL'],                         startChannel],
  ['STOP',    ['CHANNEL'],                         stopChannel],
  ['PING',    ['CHANNEL'],                         pingChannel],
  ['RESET',   ['CHANNEL'],                         resetChannel],
  ['RESOLVE', ['CHANNEL'],                         resolveChannel],
  ['START',   ['SERVICE'],                         startService],
  ['STOP',    ['SERVICE'],                         stopService],
  ['STOP',    ['CONN'],                            stopConnection],
  ['PING',    ['QMGR'],                            pingManager],
  ['REFRESH', ['SECURITY'],                        refreshSecurity],
  ['REFRESH', ['QMGR'],                            refreshManager],
  ['RESET',   ['QMGR'],                            resetManager],
  ['SET',     ['LOG'],                             setLog],
  ['START',   ['CHINIT'],                          startInitiator],
  ['REFRESH', ['CLUSTER'],                         refreshCluster],
  ['RESET',   ['CLUSTER'],                         resetCluster],
  ['SUSPEND', ['QMGR'],                            participation],
  ['RESUME',  ['QMGR'],                            participation],

  ['DISPLAY', ['QUEUE', ...queueTypes, 'QCLUSTER'], display(queues)],
  ['DISPLAY', ['QSTATUS'],                         display(queueStatus)],
  ['DISPLAY', ['TOPIC'],                           display(defined.topics)],
  ['DISPLAY', ['TCLUSTER'],                        display(defined.clusterTopics)],
  ['DISPLAY', ['TPSTATUS'],                        display(topicStatus)],
  ['DISPLAY', ['SUB'],                             display(subscriptions)],
  ['DISPLAY', ['SBSTATUS'],                        display(subscriptionStatus)],
  ['DISPLAY', ['CHANNEL'],                         display(defined.channels)],
  ['DISPLAY', ['CHSTATUS'],                        display(channelStatus)],
  ['DISPLAY', ['CHLAUTH'],                         display(channelAuthentication)],
  ['DISPLAY', ['LISTENER'],                        display(defined.listeners)],
  ['DISPLAY', ['LSSTATUS'],                        display(listenerStatus)],
  ['DISPLAY', ['SERVICE'],                         display(defined.services)],
  ['DISPLAY', ['SVSTATUS'],                        display(serviceStatus)],
  ['DISPLAY', ['NAMELIST'],                        display(defined.namelists)],
  ['DISPLAY', ['PROCESS'],                         display(defined.processes)],
  ['DISPLAY', ['AUTHINFO'],                        display(defined.authinfos)],
  ['DISPLAY', ['COMMINFO'],                        display(defined.comminfos)],
  ['DISPLAY', ['AUTHREC'],                         display(authorityRecords)],
  ['DISPLAY', ['ENTAUTH'],                         display(entityAuthorities)],
  ['DISPLAY', ['AUTHSERV'],                        display(authorityService)],
  ['DISPLAY', ['POLICY'],                          display(policies)],
  ['DISPLAY', ['CONN'],                            display(connections)],
  ['DISPLAY', ['APSTATUS'],                        display(applicationStatus)],
  ['DISPLAY', ['QMGR'],                            display(qmgr)],
  ['DISPLAY', ['QMSTATUS'],                        display(qmstatus)],
  ['DISPLAY', ['PUBSUB'],                          display(pubsub)],
  ['DISPLAY', ['CLUSQMGR'],                        display(clusterManagers)],
  ['DISPLAY', ['CMDSERV'],                         commandServer],
]
