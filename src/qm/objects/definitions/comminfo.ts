/** Defines COMMINFO objects, which describe multicast communication. */
import { choiceType, integerType, nameType, textType } from './attribute-types.ts'
import { alterationAttributes, attribute, type ObjectDefinition } from './object-definition.ts'

const all = undefined
const enabled = choiceType('ENABLED', 'DISABLED')

export const comminfoDefinition: ObjectDefinition = {
  kind: 'comminfo',
  key: 'COMMINFO',
  typeKeyword: 'TYPE',
  types: ['MULTICAST'],
  name: nameType(),

  attributes: [
    attribute('DESCR', all, textType(64), ''),
    attribute('GRPADDR', all, textType(48), '239.0.0.0'),
    attribute('PORT', all, integerType(0, 65_535), 1414),
    attribute('MCHBINT', all, integerType(0, 999_999), 2000),
    attribute('MCPROP', all, choiceType('ALL', 'NONE', 'REPLY', 'USER', 'COMPAT'), 'ALL'),
    attribute('MONINT', all, integerType(0, 999_999), 60),
    attribute('MSGHIST', all, integerType(-1, 999_999_999), 100),
    attribute('NSUBHIST', all, choiceType('ALL', 'NONE'), 'NONE'),
    attribute('BRIDGE', all, enabled, 'ENABLED'),
    attribute('CCSID', all, integerType(1, 65_535, 'ASPUB'), 'ASPUB'),
    attribute('ENCODING', all, choiceType('ASPUB', 'NORMAL', 'REVERSED', 'S390', 'TNS'), 'ASPUB'),
    attribute('COMMEV', all, choiceType('DISABLED', 'ENABLED', 'EXCEPTION'), 'DISABLED'),
    ...alterationAttributes,
  ],

  defaultObject: () => 'SYSTEM.DEFAULT.COMMINFO.MULTICAST',
}
