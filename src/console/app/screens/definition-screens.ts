/** The screens of objects that are definitions only, without a status and actions: processes, namelists and services. */
import { t } from '../../../ui/text/t.ts'
import { alteredColumn, buildEnumColumn, controlColumn, descriptionColumn, nameColumn } from './columns.ts'
import type { ObjectColumn, ObjectScreen } from './object-screen.ts'

interface Definition extends Pick<ObjectScreen, 'section' | 'plural' | 'singular' | 'kind'> {
  title: string
  summary: string
  basics: readonly string[]
  columns: readonly ObjectColumn[]
}

/** Builds the screen of a kind whose name is its MQSC keyword, and the only type of its objects in upper case. */
function buildDefinitionScreen({ title, summary, basics, columns, ...screen }: Definition): ObjectScreen {
  const { kind } = screen
  const type = kind.toUpperCase()
  return {
    ...screen,
    qualifier: kind,
    key: kind,
    authority: type,
    types: [{ type, title, summary, qualifier: kind, basics }],
    columns: [nameColumn, ...columns, descriptionColumn, alteredColumn],
    actions: [],
    tabs: () => ['properties', 'authority'],
  }
}

export const processScreen = buildDefinitionScreen({
  section: 'processes',
  plural: t('processes'),
  singular: t('process'),
  kind: 'process',
  title: t('Process'),
  summary: t('An application that a trigger monitor starts.'),
  basics: ['APPLICID', 'APPLTYPE', 'USERDATA', 'DESCR'],
  columns: [
    { id: 'applicid', title: t('Application'), keyword: 'applicid' },
    { id: 'appltype', title: t('Type'), keyword: 'appltype' },
    { id: 'userdata', title: t('User data'), keyword: 'userdata', optional: true },
  ],
})

export const namelistScreen = buildDefinitionScreen({
  section: 'namelists',
  plural: t('namelists'),
  singular: t('namelist'),
  kind: 'namelist',
  title: t('Namelist'),
  summary: t('Names of other objects.'),
  basics: ['NAMES', 'DESCR'],
  columns: [
    { id: 'namcount', title: t('Number of names'), keyword: 'namcount', numeric: true },
    { id: 'names', title: t('Names'), keyword: 'names' },
  ],
})

export const serviceScreen = buildDefinitionScreen({
  section: 'services',
  plural: t('services'),
  singular: t('service'),
  kind: 'service',
  title: t('Service'),
  summary: t('A program that runs beside the queue manager.'),
  basics: ['STARTCMD', 'STARTARG', 'CONTROL', 'SERVTYPE', 'DESCR'],
  columns: [
    { id: 'startcmd', title: t('Command'), keyword: 'startcmd' },
    controlColumn,
    buildEnumColumn('servtype', t('Type'), { COMMAND: t('Command'), SERVER: t('Server') }),
  ],
})
