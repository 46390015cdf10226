/** The screen of subscriptions. */
import { alteredColumn, buildEnumColumn, nameColumn } from './columns.ts'
import type { ObjectScreen } from './object-screen.ts'

export const subscriptionScreen: ObjectScreen = {
  section: 'subscriptions',
  plural: 'subscriptions',
  singular: 'subscription',
  kind: 'sub',
  qualifier: 'sub',
  key: 'sub',
  status: { qualifier: 'sbstatus', key: 'sub' },

  types: [
    {
      type: 'SUB',
      title: 'Subscription',
      summary: 'Puts what is published on a queue.',
      qualifier: 'sub',
      basics: ['TOPICSTR', 'TOPICOBJ', 'DESTCLAS', 'DEST'],
    },
  ],

  columns: [
    nameColumn,
    { id: 'topicstr', title: 'Topic string', keyword: 'topicstr' },
    { id: 'topicobj', title: 'Topic', keyword: 'topicobj' },
    buildEnumColumn('destclas', 'Destination', { MANAGED: 'Managed', PROVIDED: 'Provided' }),
    { id: 'dest', title: 'Queue', keyword: 'dest' },
    { id: 'subuser', title: 'User', keyword: 'subuser', optional: true },
    { id: 'durable', title: 'Durable', keyword: 'durable', optional: true },
    { id: 'subtype', title: 'Type', keyword: 'subtype', optional: true },
    { id: 'nummsgs', title: 'Messages', keyword: 'nummsgs', live: true, numeric: true, optional: true },
    alteredColumn,
  ],

  actions: [],
  tabs: () => ['properties'],
}
