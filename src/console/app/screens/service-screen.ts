/** The screen of services: programs that run beside the queue manager. */
import { t } from '../../../ui/text/t.ts'
import { alteredColumn, buildEnumColumn, descriptionColumn, nameColumn } from './columns.ts'
import type { ObjectScreen } from './object-screen.ts'

export const serviceScreen: ObjectScreen = {
  section: 'services',
  plural: t('services'),
  singular: t('service'),
  kind: 'service',
  qualifier: 'service',
  key: 'service',
  authority: 'SERVICE',
  types: [
    {
      type: 'SERVICE',
      title: t('Service'),
      summary: t('A program that runs beside the queue manager.'),
      qualifier: 'service',
      basics: ['STARTCMD', 'STARTARG', 'CONTROL', 'SERVTYPE', 'DESCR'],
    },
  ],
  columns: [
    nameColumn,
    { id: 'startcmd', title: t('Command'), keyword: 'startcmd' },
    buildEnumColumn('control', t('Starts'), {
      MANUAL: t('By hand'),
      QMGR: t('With the queue manager'),
      STARTONLY: t('With it, ends alone'),
    }),
    buildEnumColumn('servtype', t('Type'), { COMMAND: t('Command'), SERVER: t('Server') }),
    descriptionColumn,
    alteredColumn,
  ],
  actions: [],
  tabs: () => ['properties', 'authority'],
}
