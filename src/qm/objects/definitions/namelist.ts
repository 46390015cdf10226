/** Defines NAMELIST objects, which contain names of other objects. */
import { integerType, listType, nameType, textType } from './attribute-types.ts'
import { alterationAttributes, attribute, displayedAttribute, type ObjectDefinition } from './object-definition.ts'

const all = undefined

export const namelistDefinition: ObjectDefinition = {
  kind: 'namelist',
  key: 'NAMELIST',
  types: ['NAMELIST'],
  name: nameType(),

  attributes: [
    displayedAttribute('NAMCOUNT', all, integerType(0, 256)),
    attribute('NAMES', all, listType(nameType(), 256), []),
    attribute('DESCR', all, textType(64), ''),
    ...alterationAttributes,
  ],

  defaultObject: () => 'SYSTEM.DEFAULT.NAMELIST',
}
