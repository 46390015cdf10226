/** The screen of processes: applications that trigger monitors start. */
import { alteredColumn, descriptionColumn, nameColumn } from './columns.ts'
import type { ObjectScreen } from './object-screen.ts'

export const processScreen: ObjectScreen = {
  section: 'processes',
  plural: 'processes',
  singular: 'process',
  kind: 'process',
  qualifier: 'process',
  key: 'process',
  authority: 'PROCESS',
  types: [
    {
      type: 'PROCESS',
      title: 'Process',
      summary: 'An application that a trigger monitor starts.',
      qualifier: 'process',
      basics: ['APPLICID', 'APPLTYPE', 'USERDATA', 'DESCR'],
    },
  ],
  columns: [
    nameColumn,
    { id: 'applicid', title: 'Application', keyword: 'applicid' },
    { id: 'appltype', title: 'Type', keyword: 'appltype' },
    { id: 'userdata', title: 'User data', keyword: 'userdata', optional: true },
    descriptionColumn,
    alteredColumn,
  ],
  actions: [],
  tabs: () => ['properties', 'authority'],
}
