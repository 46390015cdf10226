/** Defines LISTENER objects, which describe the ports for channels. */
import { choiceType, integerType, nameType, textType } from './attribute-types.ts'
import { alterationAttributes, attribute, displayedAttribute, type ObjectDefinition } from './object-definition.ts'

const all = undefined
const none: readonly string[] = [] // for transports that this platform does not have

export const listenerDefinition: ObjectDefinition = {
  kind: 'listener',
  key: 'LISTENER',
  types: ['LISTENER'],
  name: nameType(),

  attributes: [
    attribute('CONTROL', all, choiceType('MANUAL', 'QMGR', 'STARTONLY'), 'MANUAL'),
    attribute('TRPTYPE', all, choiceType('TCP'), 'TCP', { required: true }),
    attribute('PORT', all, integerType(0, 65_535), 0),
    attribute('IPADDR', all, textType(48), ''),
    attribute('BACKLOG', all, integerType(0, 999_999_999), 0),
    attribute('DESCR', all, textType(64), ''),
    ...alterationAttributes,
    displayedAttribute('ADAPTER', none, integerType(0, 255)),
    displayedAttribute('COMMANDS', none, integerType(0, 255)),
    displayedAttribute('LOCLNAME', none, textType(16)),
    displayedAttribute('NTBNAMES', none, integerType(0, 255)),
    displayedAttribute('SESSIONS', none, integerType(0, 255)),
    displayedAttribute('SOCKET', none, integerType(0, 65_535)),
    displayedAttribute('TPNAME', none, textType(64)),
  ],

  defaultObject: () => 'SYSTEM.DEFAULT.LISTENER.TCP',
}
