/** The screen of queues: local, alias, remote and model queues. */
import { alteredColumn, buildEnumColumn, descriptionColumn, nameColumn } from './columns.ts'
import type { ObjectColumn, ObjectRow, ObjectScreen } from './object-screen.ts'

const types = { QLOCAL: 'Local', QALIAS: 'Alias', QREMOTE: 'Remote', QMODEL: 'Model', QCLUSTER: 'Cluster' }
const enabled = { ENABLED: 'Allowed', DISABLED: 'Inhibited' }

const depth: ObjectColumn = {
  id: 'curdepth',
  title: 'Depth',
  keyword: 'curdepth',
  numeric: true,
  readFill(row) {
    const { curdepth, maxdepth } = row.attributes
    return typeof curdepth === 'number' && typeof maxdepth === 'number' ? [curdepth, maxdepth] : undefined
  },
}

export const queueScreen: ObjectScreen = {
  section: 'queues',
  plural: 'queues',
  singular: 'queue',
  kind: 'queue',
  qualifier: 'queue',
  key: 'queue',
  typeKey: 'type',
  status: { qualifier: 'qstatus', key: 'queue' },
  authority: 'QUEUE',

  types: [
    {
      type: 'QLOCAL',
      title: 'Local',
      summary: 'Holds messages.',
      qualifier: 'qlocal',
      basics: ['DESCR', 'MAXDEPTH', 'MAXMSGL', 'DEFPSIST'],
    },
    {
      type: 'QALIAS',
      title: 'Alias',
      summary: 'Another name for a queue or a topic.',
      qualifier: 'qalias',
      basics: ['TARGET', 'TARGTYPE', 'DESCR'],
      required: ['TARGET'],
    },
    {
      type: 'QREMOTE',
      title: 'Remote',
      summary: 'Stands for a queue of another queue manager.',
      qualifier: 'qremote',
      basics: ['RNAME', 'RQMNAME', 'XMITQ', 'DESCR'],
      required: ['RQMNAME'],
    },
    {
      type: 'QMODEL',
      title: 'Model',
      summary: 'The pattern that dynamic queues are made from.',
      qualifier: 'qmodel',
      basics: ['DEFTYPE', 'DESCR', 'MAXDEPTH', 'MAXMSGL'],
    },
  ],

  columns: [
    nameColumn,
    buildEnumColumn('type', 'Type', types),
    depth,
    { id: 'maxdepth', title: 'Maximum depth', keyword: 'maxdepth', numeric: true, optional: true },
    descriptionColumn,
    buildEnumColumn('put', 'Put', enabled, { optional: true }),
    buildEnumColumn('get', 'Get', enabled, { optional: true }),
    { id: 'ipprocs', title: 'Open for input', keyword: 'ipprocs', numeric: true, optional: true },
    { id: 'opprocs', title: 'Open for output', keyword: 'opprocs', numeric: true, optional: true },
    {
      id: 'msgage',
      title: 'Oldest message (s)',
      keyword: 'msgage',
      live: true,
      numeric: true,
      optional: true,
    },
    { id: 'uncom', title: 'Uncommitted', keyword: 'uncom', live: true, optional: true },
    { id: 'usage', title: 'Usage', keyword: 'usage', optional: true },
    { id: 'target', title: 'Alias of', keyword: 'target', optional: true },
    { id: 'cluster', title: 'Cluster', keyword: 'cluster', optional: true },
    alteredColumn,
  ],

  actions: [
    {
      id: 'clear',
      authority: 'CLR',
      title: 'Clear messages',
      danger: true,
      applies: isLocal,
      done: 'Queue cleared',
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
