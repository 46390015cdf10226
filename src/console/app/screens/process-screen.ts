/** The screen of processes: applications that trigger monitors start. */
import { t } from '../../../ui/text/t.ts'
import { alteredColumn, descriptionColumn, nameColumn } from './columns.ts'
import type { ObjectScreen } from './object-screen.ts'

export const processScreen: ObjectScreen = {
  section: 'processes',
  plural: t('processes'),
  singular: t('process'),
  kind: 'process',
  qualifier: 'process',
  key: 'process',
  authority: 'PROCESS',
  types: [
    {
      type: 'PROCESS',
      title: t('Process'),
      summary: t('An application that a trigger monitor starts.'),
      qualifier: 'process',
      basics: ['APPLICID', 'APPLTYPE', 'USERDATA', 'DESCR'],
    },
  ],
  columns: [
    nameColumn,
    { id: 'applicid', title: t('Application'), keyword: 'applicid' },
    { id: 'appltype', title: t('Type'), keyword: 'appltype' },
    { id: 'userdata', title: t('User data'), keyword: 'userdata', optional: true },
    descriptionColumn,
    alteredColumn,
  ],
  actions: [],
  tabs: () => ['properties', 'authority'],
}
