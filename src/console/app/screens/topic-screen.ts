/** The screen of topic objects. */

import { t } from '../../../ui/text/t.ts'
import { buildEnumColumn, buildScreen, buildType, descriptionColumn, yesOrNo } from './build-screen.ts'

const publishing = { ENABLED: t('Allowed'), DISABLED: t('Inhibited'), ASPARENT: t('As parent') }

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
    buildEnumColumn('pub', t('Publish'), publishing),
    buildEnumColumn('sub', t('Subscribe'), publishing),
    buildEnumColumn('defpsist', t('Default persistence'), { ...yesOrNo, ASPARENT: t('As parent') }, { optional: true }),
    { id: 'cluster', title: t('Cluster'), keyword: 'cluster', optional: true },
  ],
  tabs: () => ['properties', 'publish', 'authority'],
})

/** How a subscription came to be. */
const origins = { ADMIN: t('By an administrator'), API: t('By an application'), PROXY: t('For another queue manager') }

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
    buildEnumColumn('destclas', t('Destination'), { MANAGED: t('Managed'), PROVIDED: t('Provided') }),
    { id: 'dest', title: t('Queue'), keyword: 'dest' },
    { id: 'subuser', title: t('User'), keyword: 'subuser', optional: true },
    buildEnumColumn('durable', t('Durable'), yesOrNo, { optional: true }),
    buildEnumColumn('subtype', t('Type'), origins, { optional: true }),
    { id: 'nummsgs', title: t('Messages'), keyword: 'nummsgs', live: true, numeric: true, optional: true },
  ],
  tabs: () => ['properties'],
})
