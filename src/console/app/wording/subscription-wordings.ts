/** The texts for the attributes of subscriptions. */
import { t } from '../../../ui/text/t.ts'
import type { AttributeWordings } from './attribute-wordings.ts'

const topic = t('Topic')
const destination = t('Destination')
const messages = t('Messages')
const user = t('User')
const statistics = t('Statistics')

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
