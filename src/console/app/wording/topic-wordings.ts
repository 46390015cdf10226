/** The texts for the attributes of topics and subscriptions. */
import { t } from '../../../ui/text/t.ts'
import type { AttributeWordings } from './definition-wordings.ts'

const general = t('General')
const publishing = t('Publish and subscribe')
const delivery = t('Delivery')
const cluster = t('Cluster')
const statistics = t('Statistics')

export const topicWordings: AttributeWordings = {
  TOPICSTR: [
    t('Topic string'),
    general,
    t('The place in the topic tree, its levels separated by /. It cannot be changed later.'),
  ],
  DESCR: [t('Description'), general, t('A note for administrators of the topic.')],
  TYPE: [t('Type'), general, ''],
  CUSTOM: [t('Custom'), general, t('Reserved for future attributes.')],
  PUB: [t('Publish'), publishing, t('Whether messages may be published to the topic.')],
  SUB: [t('Subscribe'), publishing, t('Whether applications may subscribe to the topic.')],
  DURSUB: [t('Durable subscriptions'), publishing, t('Whether durable subscriptions are allowed.')],
  PUBSCOPE: [t('Publication scope'), publishing, t('Whether publications are sent to other queue managers.')],
  SUBSCOPE: [t('Subscription scope'), publishing, t('Whether other queue managers are informed about subscriptions.')],
  WILDCARD: [
    t('Wildcards'),
    publishing,
    t('Whether wildcard subscriptions to higher levels include topics below this one.'),
  ],
  PROXYSUB: [t('Proxy subscriptions'), publishing, t('When other queue managers are informed about a subscription.')],
  MDURMDL: [t('Durable model queue'), publishing, t('The model of managed queues of durable subscriptions.')],
  MNDURMDL: [t('Nondurable model queue'), publishing, t('The model of managed queues of other subscriptions.')],
  DEFPSIST: [t('Default persistence'), delivery, t('Whether publications are persistent by default.')],
  DEFPRTY: [t('Default priority'), delivery, t('The priority of publications when the application does not set one.')],
  DEFPRESP: [t('Default put response'), delivery, t('Whether publishers wait for the result by default.')],
  PMSGDLV: [t('Persistent delivery'), delivery, t('When the publication of a persistent message counts as failed.')],
  NPMSGDLV: [
    t('Nonpersistent delivery'),
    delivery,
    t('When the publication of a nonpersistent message counts as failed.'),
  ],
  USEDLQ: [t('Dead-letter queue'), delivery, t('Whether undeliverable messages are put to the dead-letter queue.')],
  CAPEXPRY: [t('Maximum expiry'), delivery, t('The maximum expiry of publications, in tenths of a second.')],
  MCAST: [t('Multicast'), delivery, t('Whether publications are sent by multicast.')],
  COMMINFO: [t('Communication information'), delivery, t('The multicast settings.')],
  CLUSTER: [t('Cluster'), cluster, t('The cluster in which the topic is shared.')],
  CLROUTE: [t('Cluster route'), cluster, t('The route of publications in the cluster.')],
  CLSTATE: [t('Cluster state'), cluster, ''],
  ALTDATE: [t('Altered on'), statistics, ''],
  ALTTIME: [t('Altered at'), statistics, ''],
}

const topic = t('Topic')
const destination = t('Destination')
const messages = t('Messages')
const user = t('User')

export const subscriptionWordings: AttributeWordings = {
  TOPICSTR: [
    t('Topic string'),
    topic,
    t('The topic string of the subscription; + matches one level, # any number of levels.'),
  ],
  TOPICOBJ: [t('Topic'), topic, t('A topic object whose string precedes the topic string.')],
  WSCHEMA: [t('Wildcards'), topic, t('Whether + and # match levels, or * and ? match characters.')],
  SELECTOR: [t('Selector'), topic, t('Only messages whose properties match are delivered.')],
  SUBSCOPE: [t('Scope'), topic, t('Whether the subscription includes publications of other queue managers.')],
  SUBLEVEL: [t('Level'), topic, t('Interception level: higher ones see a publication first.')],
  DESTCLAS: [
    t('Destination class'),
    destination,
    t('Managed: the queue manager creates a queue. Provided: the subscription names a queue.'),
  ],
  DEST: [t('Queue'), destination, t('The destination queue of the messages.')],
  DESTQMGR: [t('Queue manager'), destination, t('The queue manager that has the queue.')],
  DESTCORL: [t('Correlation id'), destination, t('The correlation id of the messages.')],
  EXPIRY: [t('Expiry'), messages, t('When the subscription ends, in tenths of a second.')],
  PUBPRTY: [t('Priority'), messages, t('The priority of the messages.')],
  PSPROP: [t('Properties'), messages, t('How publish and subscribe properties are added to the messages.')],
  REQONLY: [t('On request only'), messages, t('Whether the subscriber requests publications itself.')],
  USERDATA: [t('User data'), messages, t('Text that is added to the messages.')],
  PUBAPPID: [t('Application identity'), messages, t('The application identity of the messages.')],
  PUBACCT: [t('Accounting token'), messages, t('The accounting token of the messages.')],
  SUBUSER: [t('User'), user, t('The user id of the messages.')],
  VARUSER: [t('Other users'), user, t('Whether other users may use the subscription.')],
  SUBID: [t('Identifier'), statistics, ''],
  SUBTYPE: [t('Type'), statistics, t('The origin of the subscription.')],
  DURABLE: [t('Durable'), statistics, ''],
  DISTYPE: [t('Display type'), statistics, ''],
  SELTYPE: [t('Selector type'), statistics, ''],
  CRDATE: [t('Created on'), statistics, ''],
  CRTIME: [t('Created at'), statistics, ''],
  ALTDATE: [t('Altered on'), statistics, ''],
  ALTTIME: [t('Altered at'), statistics, ''],
}
