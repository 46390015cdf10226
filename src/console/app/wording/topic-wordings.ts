/** The texts for the attributes of topics. */
import type { AttributeWordings } from './attribute-wordings.ts'

const general = 'General'
const publishing = 'Publish and subscribe'
const delivery = 'Delivery'
const cluster = 'Cluster'
const statistics = 'Statistics'

export const topicWordings: AttributeWordings = {
  TOPICSTR: [
    'Topic string',
    general,
    'The place in the topic tree, its levels separated by /. It cannot be changed later.',
  ],
  DESCR: ['Description', general, 'A note for administrators of the topic.'],
  TYPE: ['Type', general, ''],
  CUSTOM: ['Custom', general, 'Reserved for future attributes.'],
  PUB: ['Publish', publishing, 'Whether messages may be published to the topic.'],
  SUB: ['Subscribe', publishing, 'Whether applications may subscribe to the topic.'],
  DURSUB: ['Durable subscriptions', publishing, 'Whether durable subscriptions are allowed.'],
  PUBSCOPE: ['Publication scope', publishing, 'Whether publications are sent to other queue managers.'],
  SUBSCOPE: [
    'Subscription scope',
    publishing,
    'Whether other queue managers are informed about subscriptions.',
  ],
  WILDCARD: [
    'Wildcards',
    publishing,
    'Whether wildcard subscriptions to higher levels include topics below this one.',
  ],
  PROXYSUB: [
    'Proxy subscriptions',
    publishing,
    'When other queue managers are informed about a subscription.',
  ],
  MDURMDL: ['Durable model queue', publishing, 'The model of managed queues of durable subscriptions.'],
  MNDURMDL: ['Nondurable model queue', publishing, 'The model of managed queues of other subscriptions.'],
  DEFPSIST: ['Default persistence', delivery, 'Whether publications are persistent by default.'],
  DEFPRTY: [
    'Default priority',
    delivery,
    'The priority of publications when the application does not set one.',
  ],
  DEFPRESP: ['Default put response', delivery, 'Whether publishers wait for the result by default.'],
  PMSGDLV: [
    'Persistent delivery',
    delivery,
    'When the publication of a persistent message counts as failed.',
  ],
  NPMSGDLV: [
    'Nonpersistent delivery',
    delivery,
    'When the publication of a nonpersistent message counts as failed.',
  ],
  USEDLQ: ['Dead-letter queue', delivery, 'Whether undeliverable messages are put to the dead-letter queue.'],
  CAPEXPRY: ['Maximum expiry', delivery, 'The maximum expiry of publications, in tenths of a second.'],
  MCAST: ['Multicast', delivery, 'Whether publications are sent by multicast.'],
  COMMINFO: ['Communication information', delivery, 'The multicast settings.'],
  CLUSTER: ['Cluster', cluster, 'The cluster in which the topic is shared.'],
  CLROUTE: ['Cluster route', cluster, 'The route of publications in the cluster.'],
  CLSTATE: ['Cluster state', cluster, ''],
  ALTDATE: ['Altered on', statistics, ''],
  ALTTIME: ['Altered at', statistics, ''],
}
