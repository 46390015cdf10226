/** Namelists: lists of the names of other objects. */
import { altered, type Kind, row, shown } from './kind.ts'
import { integer, list, name, text } from './values.ts'

const all = undefined

export const namelist: Kind = {
  kind: 'namelist',
  key: 'NAMELIST',
  types: ['NAMELIST'],
  name: name(),

  attributes: [
    shown('NAMCOUNT', all, integer(0, 256)),
    row('NAMES', all, list(name(), 256), []),
    row('DESCR', all, text(64), ''),
    ...altered,
  ],

  defaultObject: () => 'SYSTEM.DEFAULT.NAMELIST',
}
