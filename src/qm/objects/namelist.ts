/** Namelists: lists of the names of other objects. */
import { type Kind, row, shown } from './kind.ts'
import { integer, list, name, text } from './values.ts'

const all = undefined

export const namelist: Kind = {
  kind: 'namelist',
  key: 'NAMELIST',
  types: ['NAMELIST'],
  name: name(),
  messages: { created: 'AMQ8552I', altered: 'AMQ8551I', deleted: 'AMQ8553I', displayed: 'AMQ8550I' },

  attributes: [
    shown('NAMCOUNT', all, integer(0, 256)),
    row('NAMES', all, list(name(), 256), []),
    row('DESCR', all, text(64), ''),
    shown('ALTDATE', all, text(12)),
    shown('ALTTIME', all, text(8)),
  ],

  defaultObject: () => 'SYSTEM.DEFAULT.NAMELIST',
}
