/** The texts for the attributes of queues. */
import { t } from '../../../ui/text/t.ts'
import type { AttributeWordings } from './definition-wordings.ts'

const general = t('General')
const storage = t('Storage')
const extended = t('Extended')
const cluster = t('Cluster')
const trigger = t('Triggering')
const events = t('Events')
const statistics = t('Statistics')

export const queueWordings: AttributeWordings = {
  DESCR: [t('Description'), general, t('A note for administrators of the queue.')],
  PUT: [t('Put messages'), general, t('Whether applications may put messages on the queue.')],
  GET: [t('Get messages'), general, t('Whether applications may get messages from the queue.')],
  TARGET: [t('Base object'), general, t('The queue or topic to which the alias resolves.')],
  TARGTYPE: [t('Base type'), general, t('The type of the base object.')],
  RNAME: [t('Remote queue'), general, t('The name of the queue on the other queue manager.')],
  RQMNAME: [t('Remote queue manager'), general, t('The queue manager that has the queue.')],
  XMITQ: [
    t('Transmission queue'),
    general,
    t('The transmission queue; blank for the queue with the name of the remote queue manager.'),
  ],
  DEFPSIST: [t('Default persistence'), general, t('Whether messages are persistent by default.')],
  DEFPRTY: [t('Default priority'), general, t('The priority of messages when the application does not set one.')],
  USAGE: [t('Usage'), general, t('Normal use by applications, or transmission of the messages by a channel.')],
  DEFTYPE: [
    t('Definition type'),
    general,
    t('The origin of the queue, or the kind of queue that a model queue creates.'),
  ],
  SCOPE: [t('Scope'), general, t('The scope of the definition.')],
  MAXDEPTH: [t('Maximum depth'), storage, t('The maximum number of messages on the queue.')],
  MAXMSGL: [t('Maximum message length'), storage, t('The maximum length of messages on the queue, in bytes.')],
  MSGDLVSQ: [t('Delivery sequence'), storage, t('By priority and then arrival, or by arrival only.')],
  NPMCLASS: [
    t('Nonpersistent class'),
    storage,
    t('Whether nonpersistent messages are kept over a restart where possible.'),
  ],
  MAXFSIZE: [t('Maximum file size'), storage, t('The maximum size of the queue file in megabytes.')],
  RETINTVL: [
    t('Retention interval'),
    storage,
    t('The number of hours after which the queue can be deleted. For information only.'),
  ],
  CAPEXPRY: [t('Maximum expiry'), storage, t('The maximum expiry of messages, in tenths of a second.')],
  IMGRCOVQ: [t('Media recovery'), storage, t('Whether the queue can be recovered from media images.')],
  SHARE: [t('Shareable'), extended, t('Whether several applications may get messages at the same time.')],
  DEFSOPT: [
    t('Default share option'),
    extended,
    t('The default share option when an application opens the queue for input.'),
  ],
  DEFPRESP: [t('Default put response'), extended, t('Whether a put waits for its result by default.')],
  DEFREADA: [
    t('Default read ahead'),
    extended,
    t('Whether nonpersistent messages are sent to clients before applications request them.'),
  ],
  DEFBIND: [t('Default bind'), extended, t('When a clustered queue is bound to one of its instances.')],
  PROPCTL: [
    t('Property control'),
    extended,
    t('How messages with properties are returned to applications that do not request properties.'),
  ],
  BOTHRESH: [
    t('Backout threshold'),
    extended,
    t('The number of failed attempts after which an application should move a message to the backout queue.'),
  ],
  BOQNAME: [
    t('Backout queue'),
    extended,
    t('The queue to which an application should move messages that fail too often.'),
  ],
  HARDENBO: [t('Harden backout count'), extended, t('Whether the backout count is kept across restarts.')],
  DISTL: [t('Distribution lists'), extended, t('Whether the queue accepts distribution lists.')],
  STREAMQ: [t('Streaming queue'), extended, t('The queue that receives a copy of every message.')],
  STRMQOS: [t('Streaming quality'), extended, t('Whether a put fails when the copy cannot be made.')],
  CUSTOM: [t('Custom'), extended, t('Reserved for future attributes.')],
  CLUSTER: [t('Cluster'), cluster, t('The cluster in which the queue is shared.')],
  CLUSNL: [t('Cluster namelist'), cluster, t('The list of clusters in which the queue is shared.')],
  CLCHNAME: [t('Cluster-sender channel'), cluster, t('The channel whose transmission queue this is.')],
  CLWLPRTY: [t('Workload priority'), cluster, t('Instances of a higher priority are chosen first.')],
  CLWLRANK: [t('Workload rank'), cluster, t('Instances of a higher rank are chosen first.')],
  CLWLUSEQ: [t('Workload use'), cluster, t('Whether puts to this instance are distributed to other instances.')],
  TRIGGER: [t('Trigger control'), trigger, t('Whether arriving messages cause trigger messages.')],
  TRIGTYPE: [t('Trigger type'), trigger, t('On the first message, every message, or a depth.')],
  TRIGDPTH: [t('Trigger depth'), trigger, t('The depth at which the queue manager puts a trigger message.')],
  TRIGMPRI: [t('Trigger priority'), trigger, t('Messages of a lower priority do not count.')],
  TRIGDATA: [t('Trigger data'), trigger, t('Text that goes into the trigger message.')],
  INITQ: [t('Initiation queue'), trigger, t('The queue to which trigger messages are put.')],
  PROCESS: [t('Process'), trigger, t('The application to start.')],
  QDPMAXEV: [t('Queue full events'), events, t('Whether an event is put when the queue is full.')],
  QDPHIEV: [t('Depth high events'), events, t('Whether an event is put when the depth reaches the high limit.')],
  QDEPTHHI: [t('Depth high limit'), events, t('In percent of the maximum depth.')],
  QDPLOEV: [t('Depth low events'), events, t('Whether an event is put when the depth falls to the low limit.')],
  QDEPTHLO: [t('Depth low limit'), events, t('In percent of the maximum depth.')],
  QSVCIEV: [
    t('Service interval events'),
    events,
    t('Whether an event is put when the service interval is exceeded, or met again.'),
  ],
  QSVCINT: [t('Service interval'), events, t('The service interval that events compare, in milliseconds.')],
  ACCTQ: [t('Accounting'), statistics, t('Whether accounting data is collected.')],
  MONQ: [t('Monitoring'), statistics, t('Whether monitoring data is collected, and how much.')],
  STATQ: [t('Statistics'), statistics, t('Whether statistics are collected.')],
  CURDEPTH: [t('Current depth'), statistics, t('The current number of messages on the queue.')],
  IPPROCS: [t('Open for input'), statistics, t('The number of handles that have the queue open for input.')],
  OPPROCS: [t('Open for output'), statistics, t('The number of handles that have the queue open for output.')],
  CRDATE: [t('Created on'), statistics, ''],
  CRTIME: [t('Created at'), statistics, ''],
  ALTDATE: [t('Altered on'), statistics, ''],
  ALTTIME: [t('Altered at'), statistics, ''],
}
