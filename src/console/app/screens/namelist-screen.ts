/** The screen of namelists: lists of names of other objects. */
import { alteredColumn, descriptionColumn, nameColumn } from './columns.ts'
import type { ObjectScreen } from './object-screen.ts'

export const namelistScreen: ObjectScreen = {
  section: 'namelists',
  plural: 'namelists',
  singular: 'namelist',
  kind: 'namelist',
  qualifier: 'namelist',
  key: 'namelist',
  authority: 'NAMELIST',
  types: [
    {
      type: 'NAMELIST',
      title: 'Namelist',
      summary: 'Names of other objects.',
      qualifier: 'namelist',
      basics: ['NAMES', 'DESCR'],
    },
  ],
  columns: [
    nameColumn,
    { id: 'namcount', title: 'Number of names', keyword: 'namcount', numeric: true },
    { id: 'names', title: 'Names', keyword: 'names' },
    descriptionColumn,
    alteredColumn,
  ],
  actions: [],
  tabs: () => ['properties', 'authority'],
}
