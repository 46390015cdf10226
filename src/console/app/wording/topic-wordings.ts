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
  DESCR: ['Description', general, 'A note for those who look after the topic.'],
  TYPE: ['Type', general, ''],
  CUSTOM: ['Custom', general, 'Reserved for attributes to come.'],
  PUB: ['Publish', publishing, 'Whether messages may be published to the topic.'],
  SUB: ['Subscribe', publishing, 'Whether applications may subscribe to the topic.'],
  DURSUB: [
    'Durable subscriptions',
    publishing,
    'Whether subscriptions may outlive the application that made them.',
  ],
  PUBSCOPE: ['Publication scope', publishing, 'Whether publications go to other queue managers.'],
  SUBSCOPE: [
    'Subscription scope',
    publishing,
    'Whether subscriptions are made known to other queue managers.',
  ],
  WILDCARD: [
    'Wildcards',
    publishing,
    'Whether subscriptions with wildcards from above reach below this topic.',
  ],
  PROXYSUB: ['Proxy subscriptions', publishing, 'When a subscription is made known to other queue managers.'],
  MDURMDL: ['Durable model queue', publishing, 'The model of managed queues of durable subscriptions.'],
  MNDURMDL: ['Nondurable model queue', publishing, 'The model of managed queues of other subscriptions.'],
  DEFPSIST: [
    'Default persistence',
    delivery,
    'Whether publications outlive a restart when the application does not say.',
  ],
  DEFPRTY: ['Default priority', delivery, 'The priority of publications when the application does not say.'],
  DEFPRESP: [
    'Default put response',
    delivery,
    'Whether a publisher waits for the outcome when it does not say.',
  ],
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
  USEDLQ: ['Dead-letter queue', delivery, 'Whether what cannot be delivered goes to the dead-letter queue.'],
  CAPEXPRY: [
    'Maximum expiry',
    delivery,
    'The longest life that a publication is given, in tenths of a second.',
  ],
  MCAST: ['Multicast', delivery, 'Whether publications are sent by multicast.'],
  COMMINFO: ['Communication information', delivery, 'The multicast settings.'],
  CLUSTER: ['Cluster', cluster, 'The cluster that the topic is known in.'],
  CLROUTE: ['Cluster route', cluster, 'How publications travel in the cluster.'],
  CLSTATE: ['Cluster state', cluster, ''],
  ALTDATE: ['Altered on', statistics, ''],
  ALTTIME: ['Altered at', statistics, ''],
}
