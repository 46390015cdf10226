/** The texts for the attributes of queues. */
import type { AttributeWordings } from './attribute-wordings.ts'

const general = 'General'
const storage = 'Storage'
const extended = 'Extended'
const cluster = 'Cluster'
const trigger = 'Triggering'
const events = 'Events'
const statistics = 'Statistics'

export const queueWordings: AttributeWordings = {
  DESCR: ['Description', general, 'A note for those who look after the queue.'],
  PUT: ['Put messages', general, 'Whether messages may be put on the queue.'],
  GET: ['Get messages', general, 'Whether messages may be taken from the queue.'],
  TARGET: ['Base object', general, 'The queue or topic that this name stands for.'],
  TARGTYPE: ['Base type', general, 'What the base object is.'],
  RNAME: ['Remote queue', general, 'The name of the queue on the other queue manager.'],
  RQMNAME: ['Remote queue manager', general, 'The queue manager that has the queue.'],
  XMITQ: [
    'Transmission queue',
    general,
    'Where messages wait for the channel; blank takes the one named as the remote queue manager.',
  ],
  DEFPSIST: [
    'Default persistence',
    general,
    'Whether messages outlive a restart when the application does not say.',
  ],
  DEFPRTY: ['Default priority', general, 'The priority of messages when the application does not say.'],
  USAGE: ['Usage', general, 'Whether applications use the queue, or a channel sends what is on it.'],
  DEFTYPE: ['Definition type', general, 'How the queue came to be, or what a model queue makes.'],
  SCOPE: ['Scope', general, 'Where the definition is known.'],
  MAXDEPTH: ['Maximum depth', storage, 'How many messages the queue holds at most.'],
  MAXMSGL: ['Maximum message length', storage, 'The longest message the queue takes, in bytes.'],
  MSGDLVSQ: ['Delivery sequence', storage, 'By priority and then age, or by age alone.'],
  NPMCLASS: [
    'Nonpersistent class',
    storage,
    'Whether nonpersistent messages are kept over a restart where possible.',
  ],
  MAXFSIZE: ['Maximum file size', storage, 'How large the file of the queue may grow, in megabytes.'],
  RETINTVL: [
    'Retention interval',
    storage,
    'Hours after which the queue may be removed. For information only.',
  ],
  CAPEXPRY: ['Maximum expiry', storage, 'The longest life that a message is given, in tenths of a second.'],
  IMGRCOVQ: ['Media recovery', storage, 'Whether the queue can be recovered from media images.'],
  SHARE: ['Shareable', extended, 'Whether several applications may take messages at the same time.'],
  DEFSOPT: [
    'Default share option',
    extended,
    'How the queue is opened for input when the application does not say.',
  ],
  DEFPRESP: [
    'Default put response',
    extended,
    'Whether a put waits for its outcome when the application does not say.',
  ],
  DEFREADA: [
    'Default read ahead',
    extended,
    'Whether clients fetch nonpersistent messages before they are asked for.',
  ],
  DEFBIND: ['Default bind', extended, 'When a clustered queue is bound to one of its instances.'],
  PROPCTL: [
    'Property control',
    extended,
    'What happens to message properties for applications that do not ask for them.',
  ],
  BOTHRESH: [
    'Backout threshold',
    extended,
    'After how many failed attempts an application should set a message aside.',
  ],
  BOQNAME: ['Backout queue', extended, 'Where an application should put such messages.'],
  HARDENBO: ['Harden backout count', extended, 'Whether the backout count outlives a restart.'],
  DISTL: ['Distribution lists', extended, 'Whether messages for several queues may be put here as one.'],
  STREAMQ: ['Streaming queue', extended, 'Gets a copy of every message.'],
  STRMQOS: ['Streaming quality', extended, 'Whether a put fails when the copy cannot be made.'],
  CUSTOM: ['Custom', extended, 'Reserved for attributes to come.'],
  CLUSTER: ['Cluster', cluster, 'The cluster that the queue is known in.'],
  CLUSNL: ['Cluster namelist', cluster, 'The list of clusters that the queue is known in.'],
  CLCHNAME: ['Cluster-sender channel', cluster, 'The channel whose transmission queue this is.'],
  CLWLPRTY: ['Workload priority', cluster, 'Instances of a higher priority are chosen first.'],
  CLWLRANK: ['Workload rank', cluster, 'Instances of a higher rank are chosen first.'],
  CLWLUSEQ: ['Workload use', cluster, 'Whether messages put here may go to other instances.'],
  TRIGGER: ['Trigger control', trigger, 'Whether arriving messages make trigger messages.'],
  TRIGTYPE: ['Trigger type', trigger, 'For the first message, for every message, or at a depth.'],
  TRIGDPTH: ['Trigger depth', trigger, 'The depth at which a trigger message is made.'],
  TRIGMPRI: ['Trigger priority', trigger, 'Messages of a lower priority do not count.'],
  TRIGDATA: ['Trigger data', trigger, 'Text that goes into the trigger message.'],
  INITQ: ['Initiation queue', trigger, 'Where trigger messages are put.'],
  PROCESS: ['Process', trigger, 'The application that is to be started.'],
  QDPMAXEV: ['Queue full events', events, 'Whether an event is made when the queue is full.'],
  QDPHIEV: ['Depth high events', events, 'Whether an event is made when the depth reaches the high limit.'],
  QDEPTHHI: ['Depth high limit', events, 'In percent of the maximum depth.'],
  QDPLOEV: ['Depth low events', events, 'Whether an event is made when the depth falls to the low limit.'],
  QDEPTHLO: ['Depth low limit', events, 'In percent of the maximum depth.'],
  QSVCIEV: [
    'Service interval events',
    events,
    'Whether an event is made when messages are taken too slowly, or in time again.',
  ],
  QSVCINT: ['Service interval', events, 'The time that is compared, in milliseconds.'],
  ACCTQ: ['Accounting', statistics, 'Whether accounting data is collected.'],
  MONQ: ['Monitoring', statistics, 'Whether monitoring data is collected, and how much.'],
  STATQ: ['Statistics', statistics, 'Whether statistics are collected.'],
  CURDEPTH: ['Current depth', statistics, 'Messages on the queue now.'],
  IPPROCS: ['Open for input', statistics, 'How many have the queue open to take messages.'],
  OPPROCS: ['Open for output', statistics, 'How many have the queue open to put messages.'],
  CRDATE: ['Created on', statistics, ''],
  CRTIME: ['Created at', statistics, ''],
  ALTDATE: ['Altered on', statistics, ''],
  ALTTIME: ['Altered at', statistics, ''],
}
