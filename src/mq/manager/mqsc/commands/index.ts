/** Every command: the verb, the object keywords and the handler. */
import type { CommandHandler } from '../command/command.ts'
import { buildDisplayHandler } from '../command/display.ts'
import { applicationStatus } from '../views/application-status.ts'
import { authorityRecords, authorityService, entityAuthorities } from '../views/authorities.ts'
import { channelStatus } from '../views/channel-status.ts'
import { channelAuthentication } from '../views/chlauth.ts'
import { connections } from '../views/connections.ts'
import { listenerStatus, serviceStatus } from '../views/listener-and-service-status.ts'
import * as defined from '../views/objects.ts'
import { policies } from '../views/policies.ts'
import { qmgr } from '../views/qmgr.ts'
import { commandServer, pubsub, qmstatus } from '../views/qmstatus.ts'
import { queueStatus } from '../views/queue-status.ts'
import { chooseQueueView } from '../views/queues.ts'
import { subscriptionStatus, subscriptions } from '../views/subscriptions.ts'
import { topicStatus } from '../views/topic-status.ts'
import {
  pingChannel,
  resetChannel,
  resolveChannel,
  startChannel,
  startListener,
  startService,
  stopChannel,
  stopListener,
  stopService,
} from './channels.ts'
import { clearQueue, clearTopicString } from './clear.ts'
import {
  displayClusterManagers,
  refreshCluster,
  resetCluster,
  resumeManager,
  suspendManager,
} from './cluster-commands.ts'
import { alterObject, defineObject } from './define.ts'
import { deleteObject } from './delete.ts'
import {
  pingManager,
  refreshManager,
  refreshSecurity,
  resetManager,
  setLog,
  startInitiator,
  stopConnection,
} from './manager.ts'
import { deletePolicy, setPolicy } from './policy.ts'
import { deleteAuthority, setAuthority } from './set-authrec.ts'
import { setChannelAuthentication } from './set-chlauth.ts'

type CommandRow = readonly [verb: string, qualifiers: readonly string[], handler: CommandHandler]

const queueTypes = ['QLOCAL', 'QALIAS', 'QREMOTE', 'QMODEL']
const others = ['TOPIC', 'SUB', 'CHANNEL', 'LISTENER', 'NAMELIST', 'PROCESS', 'SERVICE', 'AUTHINFO', 'COMMINFO']

// biome-ignore format: a table
export const commands: readonly CommandRow[] = [
  ['DEFINE',  [...queueTypes, ...others],          defineObject],
  ['ALTER',   [...queueTypes, ...others, 'QMGR'],  alterObject],
  ['DELETE',  ['QUEUE', ...queueTypes, ...others], deleteObject],
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
  ['SUSPEND', ['QMGR'],                            suspendManager],
  ['RESUME',  ['QMGR'],                            resumeManager],

  ['DISPLAY', ['QUEUE', ...queueTypes, 'QCLUSTER'], buildDisplayHandler(chooseQueueView)],
  ['DISPLAY', ['QSTATUS'],                         buildDisplayHandler(queueStatus)],
  ['DISPLAY', ['TOPIC'],                           buildDisplayHandler(defined.topics)],
  ['DISPLAY', ['TCLUSTER'],                        buildDisplayHandler(defined.clusterTopics)],
  ['DISPLAY', ['TPSTATUS'],                        buildDisplayHandler(topicStatus)],
  ['DISPLAY', ['SUB'],                             buildDisplayHandler(subscriptions)],
  ['DISPLAY', ['SBSTATUS'],                        buildDisplayHandler(subscriptionStatus)],
  ['DISPLAY', ['CHANNEL'],                         buildDisplayHandler(defined.channels)],
  ['DISPLAY', ['CHSTATUS'],                        buildDisplayHandler(channelStatus)],
  ['DISPLAY', ['CHLAUTH'],                         buildDisplayHandler(channelAuthentication)],
  ['DISPLAY', ['LISTENER'],                        buildDisplayHandler(defined.listeners)],
  ['DISPLAY', ['LSSTATUS'],                        buildDisplayHandler(listenerStatus)],
  ['DISPLAY', ['SERVICE'],                         buildDisplayHandler(defined.services)],
  ['DISPLAY', ['SVSTATUS'],                        buildDisplayHandler(serviceStatus)],
  ['DISPLAY', ['NAMELIST'],                        buildDisplayHandler(defined.namelists)],
  ['DISPLAY', ['PROCESS'],                         buildDisplayHandler(defined.processes)],
  ['DISPLAY', ['AUTHINFO'],                        buildDisplayHandler(defined.authinfos)],
  ['DISPLAY', ['COMMINFO'],                        buildDisplayHandler(defined.comminfos)],
  ['DISPLAY', ['AUTHREC'],                         buildDisplayHandler(authorityRecords)],
  ['DISPLAY', ['ENTAUTH'],                         buildDisplayHandler(entityAuthorities)],
  ['DISPLAY', ['AUTHSERV'],                        buildDisplayHandler(authorityService)],
  ['DISPLAY', ['POLICY'],                          buildDisplayHandler(policies)],
  ['DISPLAY', ['CONN'],                            buildDisplayHandler(connections)],
  ['DISPLAY', ['APSTATUS'],                        buildDisplayHandler(applicationStatus)],
  ['DISPLAY', ['QMGR'],                            buildDisplayHandler(qmgr)],
  ['DISPLAY', ['QMSTATUS'],                        buildDisplayHandler(qmstatus)],
  ['DISPLAY', ['PUBSUB'],                          buildDisplayHandler(pubsub)],
  ['DISPLAY', ['CLUSQMGR'],                        displayClusterManagers],
  ['DISPLAY', ['CMDSERV'],                         commandServer],
]
