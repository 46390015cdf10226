/** The screen of services: programs that run beside the queue manager. */
import { alteredColumn, buildEnumColumn, descriptionColumn, nameColumn } from './columns.ts'
import type { ObjectScreen } from './object-screen.ts'

export const serviceScreen: ObjectScreen = {
  section: 'services',
  plural: 'services',
  singular: 'service',
  kind: 'service',
  qualifier: 'service',
  key: 'service',
  authority: 'SERVICE',
  types: [
    {
      type: 'SERVICE',
      title: 'Service',
      summary: 'A program that runs beside the queue manager.',
      qualifier: 'service',
      basics: ['STARTCMD', 'STARTARG', 'CONTROL', 'SERVTYPE', 'DESCR'],
    },
  ],
  columns: [
    nameColumn,
    { id: 'startcmd', title: 'Command', keyword: 'startcmd' },
    buildEnumColumn('control', 'Starts', {
      MANUAL: 'By hand',
      QMGR: 'With the queue manager',
      STARTONLY: 'With it, ends alone',
    }),
    buildEnumColumn('servtype', 'Type', { COMMAND: 'Command', SERVER: 'Server' }),
    descriptionColumn,
    alteredColumn,
  ],
  actions: [],
  tabs: () => ['properties', 'authority'],
}
