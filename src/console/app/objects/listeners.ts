/** Listeners: the ports on which channels come in. */
import { altered, description, nameColumn, worded } from './columns.ts'
import type { ObjectScreen, Row } from './screen.ts'

export const listeners: ObjectScreen = {
  section: 'listeners',
  many: 'listeners',
  one: 'listener',
  kind: 'listener',
  qualifier: 'listener',
  key: 'listener',
  status: { qualifier: 'lsstatus', key: 'listener' },
  authority: 'LISTENER',

  types: [
    {
      type: 'LISTENER',
      title: 'TCP',
      says: 'Waits on a TCP port.',
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
      of: (row) => (isRunning(row) ? 'Running' : 'Stopped'),
    },
    { id: 'port', title: 'Port', keyword: 'port', numeric: true },
    { id: 'ipaddr', title: 'Address', keyword: 'ipaddr' },
    worded('control', 'Starts', {
      MANUAL: 'By hand',
      QMGR: 'With the queue manager',
      STARTONLY: 'With it, ends alone',
    }),
    description,
    { id: 'pid', title: 'Process', keyword: 'pid', live: true, numeric: true, optional: true },
    altered,
  ],

  actions: [
    {
      id: 'start',
      title: 'Start',
      applies: (row) => !isRunning(row),
      done: 'Listener started',
      command: () => ({ command: 'start', qualifier: 'listener' }),
    },
    {
      id: 'stop',
      title: 'Stop',
      danger: true,
      applies: isRunning,
      done: 'Listener stopped',
      command: () => ({ command: 'stop', qualifier: 'listener' }),
    },
  ],
  tabs: () => ['properties', 'authority'],
}

function isRunning(row: Row): boolean {
  return row.status.status !== undefined
}
