/** The screen of queues: local, alias, remote and model queues. */
import { t } from '../../../ui/text/t.ts'
import { alteredColumn, buildEnumColumn, descriptionColumn, nameColumn, yesOrNo } from './columns.ts'
import type { ObjectColumn, ObjectRow, ObjectScreen } from './object-screen.ts'

const types = {
  QLOCAL: t('Local'),
  QALIAS: t('Alias'),
  QREMOTE: t('Remote'),
  QMODEL: t('Model'),
  QCLUSTER: t('Cluster'),
}
const enabled = { ENABLED: t('Allowed'), DISABLED: t('Inhibited') }

const depth: ObjectColumn = {
  id: 'curdepth',
  title: t('Depth'),
  keyword: 'curdepth',
  numeric: true,
  readFill(row) {
    const { curdepth, maxdepth } = row.attributes
    return typeof curdepth === 'number' && typeof maxdepth === 'number' ? [curdepth, maxdepth] : undefined
  },
}

export const queueScreen: ObjectScreen = {
  section: 'queues',
  plural: t('queues'),
  singular: t('queue'),
  kind: 'queue',
  qualifier: 'queue',
  key: 'queue',
  typeKey: 'type',
  status: { qualifier: 'qstatus', key: 'queue' },
  authority: 'QUEUE',

  types: [
    {
      type: 'QLOCAL',
      title: t('Local'),
      summary: t('Holds messages.'),
      qualifier: 'qlocal',
      basics: ['DESCR', 'MAXDEPTH', 'MAXMSGL', 'DEFPSIST'],
    },
    {
      type: 'QALIAS',
      title: t('Alias'),
      summary: t('Another name for a queue or a topic.'),
      qualifier: 'qalias',
      basics: ['TARGET', 'TARGTYPE', 'DESCR'],
      required: ['TARGET'],
    },
    {
      type: 'QREMOTE',
      title: t('Remote'),
      summary: t('Stands for a queue of another queue manager.'),
      qualifier: 'qremote',
      basics: ['RNAME', 'RQMNAME', 'XMITQ', 'DESCR'],
      required: ['RQMNAME'],
    },
    {
      type: 'QMODEL',
      title: t('Model'),
      summary: t('The pattern that dynamic queues are made from.'),
      qualifier: 'qmodel',
      basics: ['DEFTYPE', 'DESCR', 'MAXDEPTH', 'MAXMSGL'],
    },
  ],

  columns: [
    nameColumn,
    buildEnumColumn('type', t('Type'), types),
    depth,
    { id: 'maxdepth', title: t('Maximum depth'), keyword: 'maxdepth', numeric: true, optional: true },
    descriptionColumn,
    buildEnumColumn('put', t('Put'), enabled, { optional: true }),
    buildEnumColumn('get', t('Get'), enabled, { optional: true }),
    { id: 'ipprocs', title: t('Open for input'), keyword: 'ipprocs', numeric: true, optional: true },
    { id: 'opprocs', title: t('Open for output'), keyword: 'opprocs', numeric: true, optional: true },
    { id: 'msgage', title: t('Oldest message (s)'), keyword: 'msgage', live: true, numeric: true, optional: true },
    {
      id: 'uncom',
      title: t('Uncommitted'),
      keyword: 'uncom',
      live: true,
      optional: true,
      readValue: ({ status }) => yesOrNo[String(status.uncom)] ?? String(status.uncom ?? ''),
    },
    buildEnumColumn(
      'usage',
      t('Usage'),
      { NORMAL: t('By applications'), XMITQ: t('Transmission') },
      { optional: true },
    ),
    { id: 'target', title: t('Alias of'), keyword: 'target', optional: true },
    { id: 'cluster', title: t('Cluster'), keyword: 'cluster', optional: true },
    alteredColumn,
  ],

  actions: [
    {
      id: 'clear',
      authority: 'CLR',
      title: t('Clear messages'),
      danger: true,
      applies: isLocal,
      done: t('Queue cleared'),
      command: () => ({ command: 'clear', qualifier: 'qlocal' }),
    },
  ],

  accepts: (row) => row.type !== 'QMODEL',

  tabs: (row) =>
    isLocal(row)
      ? ['messages', 'properties', 'statistics', 'authority']
      : row.type === 'QMODEL'
        ? ['properties', 'authority']
        : ['messages', 'properties', 'authority'],
}

function isLocal(row: ObjectRow): boolean {
  return row.type === 'QLOCAL'
}
