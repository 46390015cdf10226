/** The texts for the attributes of channels. */
import { t } from '../../../ui/text/t.ts'
import type { AttributeWordings } from './attribute-wordings.ts'

const general = t('General')
const extended = t('Extended')
const agent = t('Message channel agent')
const retry = t('Retry')
const batch = t('Batches')
const cluster = t('Cluster')
const security = t('SSL and security')
const exits = t('Exits')
const statistics = t('Statistics')

export const channelWordings: AttributeWordings = {
  DESCR: [t('Description'), general, t('A note for administrators of the channel.')],
  TRPTYPE: [t('Transport'), general, t('The protocol.')],
  CONNAME: [t('Connection name'), general, t('The partner as host(port); separate several with commas.')],
  XMITQ: [t('Transmission queue'), general, t('The transmission queue of the channel.')],
  QMNAME: [t('Queue manager'), general, t('The queue manager to which a client connects.')],
  PORT: [t('Port'), general, t('The port on which AMQP clients connect.')],
  LOCLADDR: [t('Local address'), general, t('The local address and port from which the channel connects.')],
  MAXMSGL: [
    t('Maximum message length'),
    general,
    t('The maximum length of messages on the channel, in bytes.'),
  ],
  HBINT: [t('Heartbeat interval'), general, t('Seconds between heartbeats on an idle channel.')],
  KAINT: [t('Keepalive interval'), general, t('Seconds, or AUTO to follow the heartbeat.')],
  DISCINT: [t('Disconnect interval'), general, t('Seconds without messages after which the channel ends.')],
  MAXINST: [
    t('Maximum instances'),
    extended,
    t('The maximum number of instances that run at the same time.'),
  ],
  MAXINSTC: [
    t('Maximum instances per client'),
    extended,
    t('The maximum number of instances of one client.'),
  ],
  SHARECNV: [t('Sharing conversations'), extended, t('The maximum number of conversations on one socket.')],
  SEQWRAP: [
    t('Sequence number wrap'),
    extended,
    t('The highest message sequence number, after which numbering starts at 1.'),
  ],
  CONVERT: [t('Convert message'), extended, t('Whether the sender converts the data.')],
  NPMSPEED: [
    t('Nonpersistent speed'),
    extended,
    t('Whether nonpersistent messages are sent outside the batch.'),
  ],
  PROPCTL: [
    t('Property control'),
    extended,
    t('What happens to message properties for older queue managers.'),
  ],
  USEDLQ: [
    t('Dead-letter queue'),
    extended,
    t('Whether undeliverable messages are put to the dead-letter queue.'),
  ],
  COMPHDR: [t('Header compression'), extended, t('The ways of compressing headers that it offers.')],
  COMPMSG: [t('Message compression'), extended, t('The ways of compressing messages that it offers.')],
  AFFINITY: [t('Affinity'), extended, t('Whether a client prefers the definition that it used first.')],
  CLNTWGHT: [
    t('Client weight'),
    extended,
    t('The weight of this definition when a client chooses among several.'),
  ],
  DEFRECON: [t('Default reconnect'), extended, t('Whether clients reconnect automatically.')],
  AMQPKA: [t('AMQP keepalive'), extended, t('The keepalive interval in milliseconds, or AUTO.')],
  USECLTID: [t('Use client id'), extended, t('Whether the client id is used for authority checks.')],
  TPROOT: [t('Topic root'), extended, t('The topic below which AMQP clients publish.')],
  TMPMODEL: [t('Model queue'), extended, t('The model of temporary queues.')],
  TMPQPRFX: [t('Temporary prefix'), extended, t('The prefix of the names of temporary queues.')],
  MCAUSER: [t('User'), agent, t('The user id under which the channel runs.')],
  MCATYPE: [t('Type'), agent, t('Whether it runs as a process or a thread.')],
  MCANAME: [t('Name'), agent, ''],
  PUTAUT: [
    t('Put authority'),
    agent,
    t('The user whose authority is checked when arriving messages are put.'),
  ],
  USERID: [t('User id'), agent, t('The user id for the partner.')],
  PASSWORD: [t('Password'), agent, t('The password for the partner. It is not displayed after it is set.')],
  SHORTRTY: [t('Short retry count'), retry, t('The number of retries at the short interval.')],
  SHORTTMR: [t('Short retry interval'), retry, t('Seconds between retries.')],
  LONGRTY: [t('Long retry count'), retry, t('The number of retries after the short ones.')],
  LONGTMR: [t('Long retry interval'), retry, t('Seconds between retries.')],
  MRRTY: [t('Message retry count'), retry, t('The number of retries of a failed put.')],
  MRTMR: [t('Message retry interval'), retry, t('Milliseconds between retries.')],
  BATCHSZ: [t('Batch size'), batch, t('The maximum number of messages in a batch.')],
  BATCHINT: [t('Batch interval'), batch, t('Milliseconds that a batch is kept open.')],
  BATCHHB: [
    t('Batch heartbeat'),
    batch,
    t('Milliseconds of silence after which the channel checks its partner before it commits a batch.'),
  ],
  BATCHLIM: [t('Batch limit'), batch, t('The maximum size of a batch in kilobytes.')],
  CLUSTER: [t('Cluster'), cluster, t('The cluster that the channel belongs to.')],
  CLUSNL: [t('Cluster namelist'), cluster, t('The list of clusters that the channel belongs to.')],
  CLWLPRTY: [t('Workload priority'), cluster, t('Channels of a higher priority are chosen first.')],
  CLWLRANK: [t('Workload rank'), cluster, t('Channels of a higher rank are chosen first.')],
  CLWLWGHT: [t('Workload weight'), cluster, t('The weight of the channel in the workload.')],
  NETPRTY: [t('Network priority'), cluster, t('The preferred route among several.')],
  SSLCIPH: [t('Cipher specification'), security, t('Both ends must name the same CipherSpec.')],
  SSLCAUTH: [t('Client authentication'), security, t('Whether the partner must present a certificate.')],
  SSLPEER: [
    t('Peer name'),
    security,
    t('The pattern that the distinguished name of the partner must match.'),
  ],
  CERTLABL: [t('Certificate label'), security, t('The label of the certificate of the channel.')],
  SCYEXIT: [t('Security exit'), exits, ''],
  SCYDATA: [t('Security exit data'), exits, ''],
  SENDEXIT: [t('Send exits'), exits, ''],
  SENDDATA: [t('Send exit data'), exits, ''],
  RCVEXIT: [t('Receive exits'), exits, ''],
  RCVDATA: [t('Receive exit data'), exits, ''],
  MSGEXIT: [t('Message exits'), exits, ''],
  MSGDATA: [t('Message exit data'), exits, ''],
  MREXIT: [t('Message retry exit'), exits, ''],
  MRDATA: [t('Message retry exit data'), exits, ''],
  MODENAME: [t('Mode name'), exits, ''],
  TPNAME: [t('Transaction program'), exits, ''],
  MONCHL: [t('Monitoring'), statistics, t('Whether monitoring data is collected, and how much.')],
  STATCHL: [t('Statistics'), statistics, t('Whether statistics are collected, and how much.')],
  RESETSEQ: [t('Pending reset'), statistics, t('The sequence number of a pending reset.')],
  ALTDATE: [t('Altered on'), statistics, ''],
  ALTTIME: [t('Altered at'), statistics, ''],
}
