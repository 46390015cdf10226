/** The screen of topic objects. */
import { t } from '../../../../../shared/ui/text/t.ts'
import { buildEnumColumn, buildScreen, buildType, descriptionColumn } from './build-screen.ts'

export const topicScreen = buildScreen({
  section: 'topics',
  plural: t('topics'),
  singular: t('topic'),
  kind: 'topic',
  types: [
    buildType(
      'LOCAL',
      t('Local'),
      t('A place in the topic tree of this queue manager.'),
      ['TOPICSTR', 'DESCR', 'PUB', 'SUB'],
      { qualifier: 'topic', required: ['TOPICSTR'] },
    ),
  ],
  columns: [
    { id: 'topicstr', title: t('Topic string'), keyword: 'topicstr' },
    descriptionColumn,
    buildEnumColumn('pub', t('Publish')),
    buildEnumColumn('sub', t('Subscribe')),
    buildEnumColumn('defpsist', t('Default persistence'), {}, { optional: true }),
    { id: 'cluster', title: t('Cluster'), keyword: 'cluster', optional: true },
  ],
  tabs: () => ['properties', 'publish', 'authority'],
})

export const subscriptionScreen = buildScreen({
  section: 'subscriptions',
  plural: t('subscriptions'),
  singular: t('subscription'),
  kind: 'sub',
  authority: undefined,
  status: { qualifier: 'sbstatus', key: 'sub' },
  types: [
    buildType('SUB', t('Subscription'), t('Puts what is published on a queue.'), [
      'TOPICSTR',
      'TOPICOBJ',
      'DESTCLAS',
      'DEST',
    ]),
  ],
  columns: [
    { id: 'topicstr', title: t('Topic string'), keyword: 'topicstr' },
    { id: 'topicobj', title: t('Topic'), keyword: 'topicobj' },
    buildEnumColumn('destclas', t('Destination')),
    { id: 'dest', title: t('Queue'), keyword: 'dest' },
    { id: 'subuser', title: t('User'), keyword: 'subuser', optional: true },
    buildEnumColumn('durable', t('Durable'), {}, { optional: true }),
    buildEnumColumn('subtype', t('Type'), {}, { optional: true }),
    { id: 'nummsgs', title: t('Messages'), keyword: 'nummsgs', live: true, numeric: true, optional: true },
  ],
  tabs: () => ['properties'],
})
