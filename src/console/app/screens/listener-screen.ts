/** The screen of listeners: TCP ports that accept channel connections. */

import { t } from '../../../ui/text/t.ts'
import { buildAction, buildScreen, buildType, controlColumn, descriptionColumn } from './build-screen.ts'
import type { ObjectRow } from './object-screen.ts'

export const listenerScreen = buildScreen({
  section: 'listeners',
  plural: t('listeners'),
  singular: t('listener'),
  kind: 'listener',
  status: { qualifier: 'lsstatus', key: 'listener' },
  types: [
    buildType('LISTENER', 'TCP', t('Waits on a TCP port.'), ['PORT', 'IPADDR', 'CONTROL', 'DESCR'], {
      parameters: { trptype: 'TCP' },
    }),
  ],
  columns: [
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
  ],
  actions: [
    buildAction('listener', {
      id: 'start',
      title: t('Start'),
      applies: (row) => !isRunning(row),
      done: t('Listener started'),
    }),
    buildAction('listener', {
      id: 'stop',
      title: t('Stop'),
      danger: true,
      applies: isRunning,
      done: t('Listener stopped'),
    }),
  ],
})

function isRunning(row: ObjectRow): boolean {
  return row.status.status !== undefined
}
