/** The screens of objects that are definitions only, without a status and actions: processes, namelists and services. */

import { t } from '../../../ui/text/t.ts'
import { buildEnumColumn, buildScreen, buildType, controlColumn, descriptionColumn } from './build-screen.ts'

export const processScreen = buildScreen({
  section: 'processes',
  plural: t('processes'),
  singular: t('process'),
  kind: 'process',
  types: [
    buildType('PROCESS', t('Process'), t('An application that a trigger monitor starts.'), [
      'APPLICID',
      'APPLTYPE',
      'USERDATA',
      'DESCR',
    ]),
  ],
  columns: [
    { id: 'applicid', title: t('Application'), keyword: 'applicid' },
    { id: 'appltype', title: t('Type'), keyword: 'appltype' },
    { id: 'userdata', title: t('User data'), keyword: 'userdata', optional: true },
    descriptionColumn,
  ],
})

export const namelistScreen = buildScreen({
  section: 'namelists',
  plural: t('namelists'),
  singular: t('namelist'),
  kind: 'namelist',
  types: [buildType('NAMELIST', t('Namelist'), t('Names of other objects.'), ['NAMES', 'DESCR'])],
  columns: [
    { id: 'namcount', title: t('Number of names'), keyword: 'namcount', numeric: true },
    { id: 'names', title: t('Names'), keyword: 'names' },
    descriptionColumn,
  ],
})

export const serviceScreen = buildScreen({
  section: 'services',
  plural: t('services'),
  singular: t('service'),
  kind: 'service',
  types: [
    buildType('SERVICE', t('Service'), t('A program that runs beside the queue manager.'), [
      'STARTCMD',
      'STARTARG',
      'CONTROL',
      'SERVTYPE',
      'DESCR',
    ]),
  ],
  columns: [
    { id: 'startcmd', title: t('Command'), keyword: 'startcmd' },
    controlColumn,
    buildEnumColumn('servtype', t('Type'), { COMMAND: t('Command'), SERVER: t('Server') }),
    descriptionColumn,
  ],
})
