/** Builds the objects of a new queue manager. */
import type { Clock } from '../../lib/time/clock.ts'
import type { ObjectKind, ObjectRecord } from '../types/services.ts'
import { buildChlauthName } from './definitions/chlauth.ts'
import { type AttributeValues, initialAttributes } from './definitions/object-definition.ts'
import { defaultSubscription, newSubscriptionId } from './definitions/sub.ts'
import { objectDefinitions } from './object-definitions.ts'
import queues from './system-queues.json' with { type: 'json' }

/** The service of AMQP channels, which are a part of the queue manager. */
export const amqpService = 'SYSTEM.AMQP.SERVICE'

type Definition = readonly [kind: ObjectKind, type: string, name: string, attributes?: AttributeValues | undefined]

const definitions: readonly Definition[] = [
  ...queuesOfType('QLOCAL'),
  ...queuesOfType('QMODEL'),
  ['queue', 'QALIAS', 'SYSTEM.DEFAULT.ALIAS.QUEUE'],
  ['queue', 'QREMOTE', 'SYSTEM.DEFAULT.REMOTE.QUEUE'],

  ['channel', 'RCVR', 'SYSTEM.AUTO.RECEIVER', { DESCR: 'Auto-defined by' }],
  ['channel', 'SVRCONN', 'SYSTEM.AUTO.SVRCONN', { DESCR: 'Auto-defined by' }],
  ['channel', 'AMQP', 'SYSTEM.DEF.AMQP'],
  ['channel', 'CLUSRCVR', 'SYSTEM.DEF.CLUSRCVR'],
  ['channel', 'CLUSSDR', 'SYSTEM.DEF.CLUSSDR'],
  ['channel', 'RCVR', 'SYSTEM.DEF.RECEIVER'],
  ['channel', 'RQSTR', 'SYSTEM.DEF.REQUESTER'],
  ['channel', 'SDR', 'SYSTEM.DEF.SENDER'],
  ['channel', 'SVR', 'SYSTEM.DEF.SERVER'],
  ['channel', 'SVRCONN', 'SYSTEM.DEF.SVRCONN'],
  ['clntconn', 'CLNTCONN', 'SYSTEM.DEF.CLNTCONN'],

  ['topic', 'LOCAL', 'SYSTEM.BASE.TOPIC', baseTopic()],
  ['topic', 'LOCAL', 'SYSTEM.DEFAULT.TOPIC'],
  ['topic', 'LOCAL', 'SYSTEM.ADMIN.TOPIC', { TOPICSTR: '$SYS/MQ' }],
  ['topic', 'LOCAL', 'SYSTEM.BROKER.ADMIN.STREAM', { TOPICSTR: 'SYSTEM.BROKER.ADMIN.STREAM' }],
  ['topic', 'LOCAL', 'SYSTEM.BROKER.DEFAULT.STREAM', { TOPICSTR: 'SYSTEM.BROKER.DEFAULT.STREAM' }],
  ['topic', 'LOCAL', 'SYSTEM.BROKER.DEFAULT.SUBPOINT', { TOPICSTR: 'SYSTEM.BROKER.DEFAULT.SUBPOINT' }],

  ['listener', 'LISTENER', 'SYSTEM.DEFAULT.LISTENER.TCP'],
  ['process', 'PROCESS', 'SYSTEM.DEFAULT.PROCESS'],
  ['service', 'SERVICE', 'SYSTEM.DEFAULT.SERVICE'],
  ['service', 'SERVICE', amqpService, { SERVTYPE: 'SERVER' }],
  ['comminfo', 'MULTICAST', 'SYSTEM.DEFAULT.COMMINFO.MULTICAST'],

  ['namelist', 'NAMELIST', 'SYSTEM.DEFAULT.NAMELIST'],
  [
    'namelist',
    'NAMELIST',
    'SYSTEM.QPUBSUB.QUEUE.NAMELIST',
    {
      DESCR: 'A list of queues for the queued Pub/Sub interface to monitor',
      NAMES: ['SYSTEM.BROKER.DEFAULT.STREAM', 'SYSTEM.BROKER.ADMIN.STREAM'],
    },
  ],
  [
    'namelist',
    'NAMELIST',
    'SYSTEM.QPUBSUB.SUBPOINT.NAMELIST',
    {
      DESCR: 'A list of topics for the queued Pub/Sub interface to monitor',
      NAMES: ['SYSTEM.BROKER.DEFAULT.SUBPOINT'],
    },
  ],

  ['authinfo', 'CRLLDAP', 'SYSTEM.DEFAULT.AUTHINFO.CRLLDAP'],
  ['authinfo', 'OCSP', 'SYSTEM.DEFAULT.AUTHINFO.OCSP'],
  ['authinfo', 'IDPWOS', 'SYSTEM.DEFAULT.AUTHINFO.IDPWOS'],
  ['authinfo', 'IDPWLDAP', 'SYSTEM.DEFAULT.AUTHINFO.IDPWLDAP'],
]

/**
 * The channel authentication records by profile. They block privileged users, and all SYSTEM channels except the
 * administrator's.
 */
const rules: readonly (readonly [profile: string, type: string, attributes: AttributeValues])[] = [
  [
    'SYSTEM.*',
    'ADDRESSMAP',
    { ADDRESS: '*', USERSRC: 'NOACCESS', DESCR: 'Default rule to disable all SYSTEM channels' },
  ],
  [
    'SYSTEM.ADMIN.SVRCONN',
    'ADDRESSMAP',
    { ADDRESS: '*', USERSRC: 'CHANNEL', DESCR: 'Default rule to allow MQ Explorer access' },
  ],
  ['*', 'BLOCKUSER', { USERLIST: ['*MQADMIN'], DESCR: 'Default rule to disallow privileged users' }],
]

/**
 * Returns the records of a new queue manager, including the queue manager object. `folder` is the folder of its
 * files.
 */
export function buildSystemObjects(manager: string, clock: Clock, folder = ''): ObjectRecord[] {
  const now = clock()
  const record = (kind: ObjectKind, type: string, name: string, more: AttributeValues = {}): ObjectRecord => ({
    kind,
    name,
    type,
    attributes: { ...initialAttributes(objectDefinitions[kind], type), ...more },
    created: now,
    altered: now,
  })
  return [
    record('qmgr', 'QMGR', manager, {
      CERTLABL: `ibmwebspheremq${manager.toLowerCase()}`,
      ...(folder && { SSLKEYR: `${folder}/ssl/key` }),
    }),
    record('sub', 'SUB', defaultSubscription, { SUBID: newSubscriptionId(manager) }),
    ...definitions.map(([kind, type, name, more]) => record(kind, type, name, more)),
    ...rules.map(([profile, type, attributes]) =>
      record('chlauth', type, buildChlauthName(profile, type, attributes), {
        ...attributes,
        CHLAUTH: profile,
      }),
    ),
  ]
}

/** Returns the attributes of the topic tree root, from which every topic inherits. */
function baseTopic(): AttributeValues {
  return {
    DESCR: 'Base topic for resolving attributes',
    DURSUB: 'YES',
    PUB: 'ENABLED',
    SUB: 'ENABLED',
    DEFPSIST: 'NO',
    DEFPRTY: 0,
    DEFPRESP: 'SYNC',
    PMSGDLV: 'ALLDUR',
    NPMSGDLV: 'ALLAVAIL',
    PUBSCOPE: 'ALL',
    SUBSCOPE: 'ALL',
    MDURMDL: 'SYSTEM.DURABLE.MODEL.QUEUE',
    MNDURMDL: 'SYSTEM.NDURABLE.MODEL.QUEUE',
    MCAST: 'DISABLED',
    COMMINFO: 'SYSTEM.DEFAULT.COMMINFO.MULTICAST',
    USEDLQ: 'YES',
    CAPEXPRY: 'NOLIMIT',
  }
}

function queuesOfType(type: keyof typeof queues): Definition[] {
  return Object.entries(queues[type]).map(([name, attributes]) => ['queue', type, name, attributes])
}
