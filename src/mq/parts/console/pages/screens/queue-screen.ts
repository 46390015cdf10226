/** The screen of queues: local, alias, remote and model queues. */
import { t } from '../../../../../shared/ui/text/t.ts'
import { findValueWords } from '../wording/value-words.ts'
import { buildAction, buildEnumColumn, buildScreen, buildType, descriptionColumn } from './build-screen.ts'
import type { ObjectColumn, ObjectRow } from './object-screen.ts'

const types = {
  QLOCAL: t('Local'),
  QALIAS: t('Alias'),
  QREMOTE: t('Remote'),
  QMODEL: t('Model'),
  QCLUSTER: t('Cluster'),
}

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

export const queueScreen = buildScreen({
  section: 'queues',
  plural: t('queues'),
  singular: t('queue'),
  kind: 'queue',
  typeKey: 'type',
  status: { qualifier: 'qstatus', key: 'queue' },
  types: [
    buildType('QLOCAL', types.QLOCAL, t('Holds messages.'), ['DESCR', 'MAXDEPTH', 'MAXMSGL', 'DEFPSIST']),
    buildType('QALIAS', types.QALIAS, t('Another name for a queue or a topic.'), ['TARGET', 'TARGTYPE', 'DESCR'], {
      required: ['TARGET'],
    }),
    buildType(
      'QREMOTE',
      types.QREMOTE,
      t('Stands for a queue of another queue manager.'),
      ['RNAME', 'RQMNAME', 'XMITQ', 'DESCR'],
      { required: ['RQMNAME'] },
    ),
    buildType('QMODEL', types.QMODEL, t('The pattern that dynamic queues are made from.'), [
      'DEFTYPE',
      'DESCR',
      'MAXDEPTH',
      'MAXMSGL',
    ]),
  ],
  columns: [
    buildEnumColumn('type', t('Type'), types),
    depth,
    { id: 'ipprocs', title: t('Open for input'), keyword: 'ipprocs', numeric: true },
    { id: 'msgage', title: t('Oldest message (s)'), keyword: 'msgage', live: true, numeric: true },
    {
      id: 'uncom',
      title: t('Uncommitted'),
      keyword: 'uncom',
      live: true,
      readValue: ({ status }) => findValueWords('UNCOM', String(status.uncom ?? '')) ?? '',
    },
    { id: 'maxdepth', title: t('Maximum depth'), keyword: 'maxdepth', numeric: true, optional: true },
    descriptionColumn,
    buildEnumColumn('put', t('Put'), {}, { optional: true }),
    buildEnumColumn('get', t('Get'), {}, { optional: true }),
    { id: 'opprocs', title: t('Open for output'), keyword: 'opprocs', numeric: true, optional: true },
    buildEnumColumn('usage', t('Usage'), {}, { optional: true }),
    { id: 'target', title: t('Alias of'), keyword: 'target', optional: true },
    { id: 'cluster', title: t('Cluster'), keyword: 'cluster', optional: true },
  ],

  actions: [
    buildAction('qlocal', {
      id: 'clear',
      authority: 'CLR',
      title: t('Clear messages'),
      danger: true,
      applies: isLocal,
      done: t('Queue cleared'),
    }),
  ],
  accepts: (row) => row.type !== 'QMODEL',

  tabs: (row) =>
    isLocal(row)
      ? ['messages', 'properties', 'statistics', 'authority']
      : row.type === 'QMODEL'
        ? ['properties', 'authority']
        : ['messages', 'properties', 'authority'],
})

function isLocal(row: ObjectRow): boolean {
  return row.type === 'QLOCAL'
}
