/** The screen of subscriptions. */
import { t } from '../../../ui/text/t.ts'
import { alteredColumn, buildEnumColumn, nameColumn, yesOrNo } from './columns.ts'
import type { ObjectScreen } from './object-screen.ts'

/** How a subscription came to be. */
const origins = {
  ADMIN: t('By an administrator'),
  API: t('By an application'),
  PROXY: t('For another queue manager'),
}

export const subscriptionScreen: ObjectScreen = {
  section: 'subscriptions',
  plural: t('subscriptions'),
  singular: t('subscription'),
  kind: 'sub',
  qualifier: 'sub',
  key: 'sub',
  status: { qualifier: 'sbstatus', key: 'sub' },

  types: [
    {
      type: 'SUB',
      title: t('Subscription'),
      summary: t('Puts what is published on a queue.'),
      qualifier: 'sub',
      basics: ['TOPICSTR', 'TOPICOBJ', 'DESTCLAS', 'DEST'],
    },
  ],

  columns: [
    nameColumn,
    { id: 'topicstr', title: t('Topic string'), keyword: 'topicstr' },
    { id: 'topicobj', title: t('Topic'), keyword: 'topicobj' },
    buildEnumColumn('destclas', t('Destination'), { MANAGED: t('Managed'), PROVIDED: t('Provided') }),
    { id: 'dest', title: t('Queue'), keyword: 'dest' },
    { id: 'subuser', title: t('User'), keyword: 'subuser', optional: true },
    buildEnumColumn('durable', t('Durable'), yesOrNo, { optional: true }),
    buildEnumColumn('subtype', t('Type'), origins, { optional: true }),
    { id: 'nummsgs', title: t('Messages'), keyword: 'nummsgs', live: true, numeric: true, optional: true },
    alteredColumn,
  ],

  actions: [],
  tabs: () => ['properties'],
}
