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
  DESCR: ['Description', general, 'A note for administrators of the queue.'],
  PUT: ['Put messages', general, 'Whether applications may put messages on the queue.'],
  GET: ['Get messages', general, 'Whether applications may get messages from the queue.'],
  TARGET: ['Base object', general, 'The queue or topic to which the alias resolves.'],
  TARGTYPE: ['Base type', general, 'The type of the base object.'],
  RNAME: ['Remote queue', general, 'The name of the queue on the other queue manager.'],
  RQMNAME: ['Remote queue manager', general, 'The queue manager that has the queue.'],
  XMITQ: [
    'Transmission queue',
    general,
    'The transmission queue; blank for the queue with the name of the remote queue manager.',
  ],
  DEFPSIST: ['Default persistence', general, 'Whether messages are persistent by default.'],
  DEFPRTY: ['Default priority', general, 'The priority of messages when the application does not set one.'],
  USAGE: ['Usage', general, 'Normal use by applications, or transmission of the messages by a channel.'],
  DEFTYPE: [
    'Definition type',
    general,
    'The origin of the queue, or the kind of queue that a model queue creates.',
  ],
  SCOPE: ['Scope', general, 'The scope of the definition.'],
  MAXDEPTH: ['Maximum depth', storage, 'The maximum number of messages on the queue.'],
  MAXMSGL: ['Maximum message length', storage, 'The maximum length of messages on the queue, in bytes.'],
  MSGDLVSQ: ['Delivery sequence', storage, 'By priority and then arrival, or by arrival only.'],
  NPMCLASS: [
    'Nonpersistent class',
    storage,
    'Whether nonpersistent messages are kept over a restart where possible.',
  ],
  MAXFSIZE: ['Maximum file size', storage, 'The maximum size of the queue file in megabytes.'],
  RETINTVL: [
    'Retention interval',
    storage,
    'The number of hours after which the queue can be deleted. For information only.',
  ],
  CAPEXPRY: ['Maximum expiry', storage, 'The maximum expiry of messages, in tenths of a second.'],
  IMGRCOVQ: ['Media recovery', storage, 'Whether the queue can be recovered from media images.'],
  SHARE: ['Shareable', extended, 'Whether several applications may get messages at the same time.'],
  DEFSOPT: [
    'Default share option',
    extended,
    'The default share option when an application opens the queue for input.',
  ],
  DEFPRESP: ['Default put response', extended, 'Whether a put waits for its result by default.'],
  DEFREADA: [
    'Default read ahead',
    extended,
    'Whether nonpersistent messages are sent to clients before applications request them.',
  ],
  DEFBIND: ['Default bind', extended, 'When a clustered queue is bound to one of its instances.'],
  PROPCTL: [
    'Property control',
    extended,
    'How messages with properties are returned to applications that do not request properties.',
  ],
  BOTHRESH: [
    'Backout threshold',
    extended,
    'The number of failed attempts after which an application should move a message to the backout queue.',
  ],
  BOQNAME: [
    'Backout queue',
    extended,
    'The queue to which an application should move messages that fail too often.',
  ],
  HARDENBO: ['Harden backout count', extended, 'Whether the backout count is kept across restarts.'],
  DISTL: ['Distribution lists', extended, 'Whether the queue accepts distribution lists.'],
  STREAMQ: ['Streaming queue', extended, 'The queue that receives a copy of every message.'],
  STRMQOS: ['Streaming quality', extended, 'Whether a put fails when the copy cannot be made.'],
  CUSTOM: ['Custom', extended, 'Reserved for future attributes.'],
  CLUSTER: ['Cluster', cluster, 'The cluster in which the queue is shared.'],
  CLUSNL: ['Cluster namelist', cluster, 'The list of clusters in which the queue is shared.'],
  CLCHNAME: ['Cluster-sender channel', cluster, 'The channel whose transmission queue this is.'],
  CLWLPRTY: ['Workload priority', cluster, 'Instances of a higher priority are chosen first.'],
  CLWLRANK: ['Workload rank', cluster, 'Instances of a higher rank are chosen first.'],
  CLWLUSEQ: ['Workload use', cluster, 'Whether puts to this instance are distributed to other instances.'],
  TRIGGER: ['Trigger control', trigger, 'Whether arriving messages cause trigger messages.'],
  TRIGTYPE: ['Trigger type', trigger, 'On the first message, every message, or a depth.'],
  TRIGDPTH: ['Trigger depth', trigger, 'The depth at which the queue manager puts a trigger message.'],
  TRIGMPRI: ['Trigger priority', trigger, 'Messages of a lower priority do not count.'],
  TRIGDATA: ['Trigger data', trigger, 'Text that goes into the trigger message.'],
  INITQ: ['Initiation queue', trigger, 'The queue to which trigger messages are put.'],
  PROCESS: ['Process', trigger, 'The application to start.'],
  QDPMAXEV: ['Queue full events', events, 'Whether an event is put when the queue is full.'],
  QDPHIEV: ['Depth high events', events, 'Whether an event is put when the depth reaches the high limit.'],
  QDEPTHHI: ['Depth high limit', events, 'In percent of the maximum depth.'],
  QDPLOEV: ['Depth low events', events, 'Whether an event is put when the depth falls to the low limit.'],
  QDEPTHLO: ['Depth low limit', events, 'In percent of the maximum depth.'],
  QSVCIEV: [
    'Service interval events',
    events,
    'Whether an event is put when the service interval is exceeded, or met again.',
  ],
  QSVCINT: ['Service interval', events, 'The service interval that events compare, in milliseconds.'],
  ACCTQ: ['Accounting', statistics, 'Whether accounting data is collected.'],
  MONQ: ['Monitoring', statistics, 'Whether monitoring data is collected, and how much.'],
  STATQ: ['Statistics', statistics, 'Whether statistics are collected.'],
  CURDEPTH: ['Current depth', statistics, 'The current number of messages on the queue.'],
  IPPROCS: ['Open for input', statistics, 'The number of handles that have the queue open for input.'],
  OPPROCS: ['Open for output', statistics, 'The number of handles that have the queue open for output.'],
  CRDATE: ['Created on', statistics, ''],
  CRTIME: ['Created at', statistics, ''],
  ALTDATE: ['Altered on', statistics, ''],
  ALTTIME: ['Altered at', statistics, ''],
}
