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
    'What is subscribed to; + stands for one level and # for any number of them.',
  ],
  TOPICOBJ: ['Topic', topic, 'A topic object whose string comes before the topic string.'],
  WSCHEMA: ['Wildcards', topic, 'Whether + and # stand for levels, or * and ? for characters.'],
  SELECTOR: ['Selector', topic, 'Only messages whose properties match are delivered.'],
  SUBSCOPE: ['Scope', topic, 'Whether publications of other queue managers count.'],
  SUBLEVEL: ['Level', topic, 'Interception level: higher ones see a publication first.'],
  DESTCLAS: [
    'Destination class',
    destination,
    'Managed: the queue manager makes a queue. Provided: the queue is named.',
  ],
  DEST: ['Queue', destination, 'Where the messages are put.'],
  DESTQMGR: ['Queue manager', destination, 'The queue manager that has the queue.'],
  DESTCORL: ['Correlation id', destination, 'The correlation id of the messages.'],
  EXPIRY: ['Expiry', messages, 'When the subscription ends, in tenths of a second.'],
  PUBPRTY: ['Priority', messages, 'The priority of the messages.'],
  PSPROP: ['Properties', messages, 'How publish and subscribe properties are added to the messages.'],
  REQONLY: [
    'On request only',
    messages,
    'Whether the subscriber asks for publications instead of being sent them.',
  ],
  USERDATA: ['User data', messages, 'Text that is added to the messages.'],
  PUBAPPID: ['Application identity', messages, 'The application identity of the messages.'],
  PUBACCT: ['Accounting token', messages, 'The accounting token of the messages.'],
  SUBUSER: ['User', user, 'As whom the messages are put.'],
  VARUSER: ['Other users', user, 'Whether other users may take the subscription over.'],
  SUBID: ['Identifier', statistics, ''],
  SUBTYPE: ['Type', statistics, 'How the subscription was made.'],
  DURABLE: ['Durable', statistics, ''],
  DISTYPE: ['Display type', statistics, ''],
  SELTYPE: ['Selector type', statistics, ''],
  CRDATE: ['Created on', statistics, ''],
  CRTIME: ['Created at', statistics, ''],
  ALTDATE: ['Altered on', statistics, ''],
  ALTTIME: ['Altered at', statistics, ''],
}
