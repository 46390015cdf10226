/** The screen of topic objects. */
import { alteredColumn, buildEnumColumn, descriptionColumn, nameColumn } from './columns.ts'
import type { ObjectScreen } from './object-screen.ts'

const publishing = { ENABLED: 'Allowed', DISABLED: 'Inhibited', ASPARENT: 'As parent' }

export const topicScreen: ObjectScreen = {
  section: 'topics',
  plural: 'topics',
  singular: 'topic',
  kind: 'topic',
  qualifier: 'topic',
  key: 'topic',
  authority: 'TOPIC',

  types: [
    {
      type: 'LOCAL',
      title: 'Local',
      summary: 'A place in the topic tree of this queue manager.',
      qualifier: 'topic',
      basics: ['TOPICSTR', 'DESCR', 'PUB', 'SUB'],
      required: ['TOPICSTR'],
    },
  ],

  columns: [
    nameColumn,
    { id: 'topicstr', title: 'Topic string', keyword: 'topicstr' },
    descriptionColumn,
    buildEnumColumn('pub', 'Publish', publishing),
    buildEnumColumn('sub', 'Subscribe', publishing),
    { id: 'defpsist', title: 'Default persistence', keyword: 'defpsist', optional: true },
    { id: 'cluster', title: 'Cluster', keyword: 'cluster', optional: true },
    alteredColumn,
  ],

  actions: [],
  tabs: () => ['properties', 'publish', 'authority'],
}
