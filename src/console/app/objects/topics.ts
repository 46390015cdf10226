/** Topic objects: names for places in the topic tree. */
import { altered, description, nameColumn, worded } from './columns.ts'
import type { ObjectScreen } from './screen.ts'

const publishing = { ENABLED: 'Allowed', DISABLED: 'Inhibited', ASPARENT: 'As parent' }

export const topics: ObjectScreen = {
  section: 'topics',
  many: 'topics',
  one: 'topic',
  kind: 'topic',
  qualifier: 'topic',
  key: 'topic',
  authority: 'TOPIC',

  types: [
    {
      type: 'LOCAL',
      title: 'Local',
      says: 'A place in the topic tree of this queue manager.',
      qualifier: 'topic',
      basics: ['TOPICSTR', 'DESCR', 'PUB', 'SUB'],
      required: ['TOPICSTR'],
    },
  ],

  columns: [
    nameColumn,
    { id: 'topicstr', title: 'Topic string', keyword: 'topicstr' },
    description,
    worded('pub', 'Publish', publishing),
    worded('sub', 'Subscribe', publishing),
    { id: 'defpsist', title: 'Default persistence', keyword: 'defpsist', optional: true },
    { id: 'cluster', title: 'Cluster', keyword: 'cluster', optional: true },
    altered,
  ],

  actions: [],
  tabs: () => ['properties', 'publish', 'authority'],
}
