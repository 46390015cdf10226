/** The screen of listeners: TCP ports that accept channel connections. */
import { alteredColumn, buildEnumColumn, descriptionColumn, nameColumn } from './columns.ts'
import type { ObjectRow, ObjectScreen } from './object-screen.ts'

export const listenerScreen: ObjectScreen = {
  section: 'listeners',
  plural: 'listeners',
  singular: 'listener',
  kind: 'listener',
  qualifier: 'listener',
  key: 'listener',
  status: { qualifier: 'lsstatus', key: 'listener' },
  authority: 'LISTENER',

  types: [
    {
      type: 'LISTENER',
      title: 'TCP',
      summary: 'Waits on a TCP port.',
      qualifier: 'listener',
      parameters: { trptype: 'TCP' },
      basics: ['PORT', 'IPADDR', 'CONTROL', 'DESCR'],
    },
  ],

  columns: [
    nameColumn,
    {
      id: 'status',
      title: 'Status',
      keyword: 'status',
      live: true,
      readValue: (row) => (isRunning(row) ? 'Running' : 'Stopped'),
    },
    { id: 'port', title: 'Port', keyword: 'port', numeric: true, ungrouped: true },
    { id: 'ipaddr', title: 'Address', keyword: 'ipaddr' },
    buildEnumColumn('control', 'Starts', {
      MANUAL: 'By hand',
      QMGR: 'With the queue manager',
      STARTONLY: 'With it, ends alone',
    }),
    descriptionColumn,
    { id: 'pid', title: 'Process', keyword: 'pid', live: true, numeric: true, optional: true },
    alteredColumn,
  ],

  actions: [
    {
      id: 'start',
      authority: 'CTRL',
      title: 'Start',
      applies: (row) => !isRunning(row),
      done: 'Listener started',
      command: () => ({ command: 'start', qualifier: 'listener' }),
    },
    {
      id: 'stop',
      authority: 'CTRL',
      title: 'Stop',
      danger: true,
      applies: isRunning,
      done: 'Listener stopped',
      command: () => ({ command: 'stop', qualifier: 'listener' }),
    },
  ],
  tabs: () => ['properties', 'authority'],
}

function isRunning(row: ObjectRow): boolean {
  return row.status.status !== undefined
}
