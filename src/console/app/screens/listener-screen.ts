/** The screen of listeners: TCP ports that accept channel connections. */
import { t } from '../../../ui/text/t.ts'
import { alteredColumn, controlColumn, descriptionColumn, nameColumn } from './columns.ts'
import type { ObjectRow, ObjectScreen } from './object-screen.ts'

export const listenerScreen: ObjectScreen = {
  section: 'listeners',
  plural: t('listeners'),
  singular: t('listener'),
  kind: 'listener',
  qualifier: 'listener',
  key: 'listener',
  status: { qualifier: 'lsstatus', key: 'listener' },
  authority: 'LISTENER',

  types: [
    {
      type: 'LISTENER',
      title: 'TCP',
      summary: t('Waits on a TCP port.'),
      qualifier: 'listener',
      parameters: { trptype: 'TCP' },
      basics: ['PORT', 'IPADDR', 'CONTROL', 'DESCR'],
    },
  ],

  columns: [
    nameColumn,
    {
      id: 'status',
      title: t('Status'),
      keyword: 'status',
      live: true,
      readValue: (row) => (isRunning(row) ? t('Running') : t('Stopped')),
    },
    { id: 'port', title: t('Port'), keyword: 'port', numeric: true, ungrouped: true },
    { id: 'ipaddr', title: t('Address'), keyword: 'ipaddr' },
    controlColumn,
    descriptionColumn,
    { id: 'pid', title: t('Process'), keyword: 'pid', live: true, numeric: true, optional: true },
    alteredColumn,
  ],

  actions: [
    {
      id: 'start',
      authority: 'CTRL',
      title: t('Start'),
      applies: (row) => !isRunning(row),
      done: t('Listener started'),
      command: () => ({ command: 'start', qualifier: 'listener' }),
    },
    {
      id: 'stop',
      authority: 'CTRL',
      title: t('Stop'),
      danger: true,
      applies: isRunning,
      done: t('Listener stopped'),
      command: () => ({ command: 'stop', qualifier: 'listener' }),
    },
  ],
  tabs: () => ['properties', 'authority'],
}

function isRunning(row: ObjectRow): boolean {
  return row.status.status !== undefined
}
