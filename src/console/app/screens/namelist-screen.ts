/** The screen of namelists: lists of names of other objects. */
import { t } from '../../../ui/text/t.ts'
import { alteredColumn, descriptionColumn, nameColumn } from './columns.ts'
import type { ObjectScreen } from './object-screen.ts'

export const namelistScreen: ObjectScreen = {
  section: 'namelists',
  plural: t('namelists'),
  singular: t('namelist'),
  kind: 'namelist',
  qualifier: 'namelist',
  key: 'namelist',
  authority: 'NAMELIST',
  types: [
    {
      type: 'NAMELIST',
      title: t('Namelist'),
      summary: t('Names of other objects.'),
      qualifier: 'namelist',
      basics: ['NAMES', 'DESCR'],
    },
  ],
  columns: [
    nameColumn,
    { id: 'namcount', title: t('Number of names'), keyword: 'namcount', numeric: true },
    { id: 'names', title: t('Names'), keyword: 'names' },
    descriptionColumn,
    alteredColumn,
  ],
  actions: [],
  tabs: () => ['properties', 'authority'],
}
