/** The queues of a new queue manager, by name without the prefix `SYSTEM.`. */
import type { AttributeValues } from './definitions/object-definition.ts'

type Queue = readonly [name: string, attributes?: AttributeValues]

const persistent = { DEFPSIST: 'YES' }

export const systemLocalQueues: readonly Queue[] = [
  ['ADMIN.ACCOUNTING.QUEUE'],
  ['ADMIN.ACTIVITY.QUEUE'],
  ['ADMIN.CHANNEL.EVENT'],
  ['ADMIN.COMMAND.EVENT'],
  ['ADMIN.COMMAND.QUEUE'],
  ['ADMIN.CONFIG.EVENT'],
  ['ADMIN.LOGGER.EVENT'],
  ['ADMIN.PERFM.EVENT'],
  ['ADMIN.PUBSUB.EVENT'],
  ['ADMIN.QMGR.EVENT'],
  ['ADMIN.STATISTICS.QUEUE'],
  ['ADMIN.TRACE.ACTIVITY.QUEUE'],
  ['ADMIN.TRACE.ROUTE.QUEUE'],
  ['AMQP.COMMAND.QUEUE'],
  ['AUTH.DATA.QUEUE', persistent],
  ['BROKER.ADMIN.STREAM'],
  ['BROKER.CONTROL.QUEUE'],
  ['BROKER.DEFAULT.STREAM'],
  ['BROKER.INTER.BROKER.COMMUNICATIONS'],
  ['CHANNEL.INITQ'],
  ['CHANNEL.SYNCQ'],
  ['CHLAUTH.DATA.QUEUE', persistent],
  ['CICS.INITIATION.QUEUE'],
  ['CLUSTER.COMMAND.QUEUE', persistent],
  ['CLUSTER.HISTORY.QUEUE', persistent],
  ['CLUSTER.REPOSITORY.QUEUE', persistent],
  ['CLUSTER.TRANSMIT.QUEUE', { ...persistent, USAGE: 'XMITQ' }],
  ['DDELAY.LOCAL.QUEUE', persistent],
  ['DEAD.LETTER.QUEUE'],
  ['DEFAULT.LOCAL.QUEUE'],
  ['DEFAULT.INITIATION.QUEUE'],
  ['DOTNET.XARECOVERY.QUEUE'],
  ['DURABLE.SUBSCRIBER.QUEUE', persistent],
  ['HIERARCHY.STATE', persistent],
  ['INTER.QMGR.CONTROL'],
  ['INTER.QMGR.FANREQ'],
  ['INTER.QMGR.PUBS'],
  ['INTERNAL.REPLY.QUEUE'],
  ['PENDING.DATA.QUEUE'],
  ['PROTECTION.ERROR.QUEUE'],
  ['PROTECTION.POLICY.QUEUE', persistent],
  ['RETAINED.PUB.QUEUE', persistent],
  ['SELECTION.EVALUATION.QUEUE'],
  ['SELECTION.VALIDATION.QUEUE'],
]

export const systemModelQueues: readonly Queue[] = [
  ['DEFAULT.MODEL.QUEUE'],
  ['CLUSTER.TRANSMIT.MODEL.QUEUE', { ...persistent, DEFTYPE: 'PERMDYN', USAGE: 'XMITQ' }],
  ['DURABLE.MODEL.QUEUE', { DEFTYPE: 'PERMDYN', DEFSOPT: 'SHARED', SHARE: 'YES' }],
  ['NDURABLE.MODEL.QUEUE', { DEFSOPT: 'SHARED', SHARE: 'YES' }],
  ['JMS.TEMPQ.MODEL'],
  ['MQEXPLORER.REPLY.MODEL'],
  ['MQSC.REPLY.QUEUE'],
  ['REST.REPLY.QUEUE'],
]
