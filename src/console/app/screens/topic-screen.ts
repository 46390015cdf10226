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
