/** The screen of topic objects. */
import { t } from '../../../ui/text/t.ts'
import { alteredColumn, buildEnumColumn, descriptionColumn, nameColumn, yesOrNo } from './columns.ts'
import type { ObjectScreen } from './object-screen.ts'

const publishing = { ENABLED: t('Allowed'), DISABLED: t('Inhibited'), ASPARENT: t('As parent') }

export const topicScreen: ObjectScreen = {
  section: 'topics',
  plural: t('topics'),
  singular: t('topic'),
  kind: 'topic',
  qualifier: 'topic',
  key: 'topic',
  authority: 'TOPIC',

  types: [
    {
      type: 'LOCAL',
      title: t('Local'),
      summary: t('A place in the topic tree of this queue manager.'),
      qualifier: 'topic',
      basics: ['TOPICSTR', 'DESCR', 'PUB', 'SUB'],
      required: ['TOPICSTR'],
    },
  ],

  columns: [
    nameColumn,
    { id: 'topicstr', title: t('Topic string'), keyword: 'topicstr' },
    descriptionColumn,
    buildEnumColumn('pub', t('Publish'), publishing),
    buildEnumColumn('sub', t('Subscribe'), publishing),
    buildEnumColumn('defpsist', t('Default persistence'), { ...yesOrNo, ASPARENT: t('As parent') }, { optional: true }),
    { id: 'cluster', title: t('Cluster'), keyword: 'cluster', optional: true },
    alteredColumn,
  ],

  actions: [],
  tabs: () => ['properties', 'publish', 'authority'],
}

/** How a subscription came to be. */
const origins = { ADMIN: t('By an administrator'), API: t('By an application'), PROXY: t('For another queue manager') }

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
