/** The texts for the attributes of subscriptions. */
import type { AttributeWordings } from './attribute-wordings.ts'

const topic = 'Topic'
const destination = 'Destination'
const messages = 'Messages'
const user = 'User'
const statistics = 'Statistics'

export const subscriptionWordings: AttributeWordings = {
  TOPICSTR: [
    'Topic string',
    topic,
    'The topic string of the subscription; + matches one level, # any number of levels.',
  ],
  TOPICOBJ: ['Topic', topic, 'A topic object whose string precedes the topic string.'],
  WSCHEMA: ['Wildcards', topic, 'Whether + and # match levels, or * and ? match characters.'],
  SELECTOR: ['Selector', topic, 'Only messages whose properties match are delivered.'],
  SUBSCOPE: ['Scope', topic, 'Whether the subscription includes publications of other queue managers.'],
  SUBLEVEL: ['Level', topic, 'Interception level: higher ones see a publication first.'],
  DESTCLAS: [
    'Destination class',
    destination,
    'Managed: the queue manager creates a queue. Provided: the subscription names a queue.',
  ],
  DEST: ['Queue', destination, 'The destination queue of the messages.'],
  DESTQMGR: ['Queue manager', destination, 'The queue manager that has the queue.'],
  DESTCORL: ['Correlation id', destination, 'The correlation id of the messages.'],
  EXPIRY: ['Expiry', messages, 'When the subscription ends, in tenths of a second.'],
  PUBPRTY: ['Priority', messages, 'The priority of the messages.'],
  PSPROP: ['Properties', messages, 'How publish and subscribe properties are added to the messages.'],
  REQONLY: ['On request only', messages, 'Whether the subscriber requests publications itself.'],
  USERDATA: ['User data', messages, 'Text that is added to the messages.'],
  PUBAPPID: ['Application identity', messages, 'The application identity of the messages.'],
  PUBACCT: ['Accounting token', messages, 'The accounting token of the messages.'],
  SUBUSER: ['User', user, 'The user id of the messages.'],
  VARUSER: ['Other users', user, 'Whether other users may use the subscription.'],
  SUBID: ['Identifier', statistics, ''],
  SUBTYPE: ['Type', statistics, 'The origin of the subscription.'],
  DURABLE: ['Durable', statistics, ''],
  DISTYPE: ['Display type', statistics, ''],
  SELTYPE: ['Selector type', statistics, ''],
  CRDATE: ['Created on', statistics, ''],
  CRTIME: ['Created at', statistics, ''],
  ALTDATE: ['Altered on', statistics, ''],
  ALTTIME: ['Altered at', statistics, ''],
}
