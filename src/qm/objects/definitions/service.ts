/** Defines SERVICE objects, which describe programs that run beside the queue manager. */
import { choiceType, nameType, textType } from './attribute-types.ts'
import { alterationAttributes, attribute, type ObjectDefinition } from './object-definition.ts'

const all = undefined
const path = textType(255)

export const serviceDefinition: ObjectDefinition = {
  kind: 'service',
  key: 'SERVICE',
  types: ['SERVICE'],
  name: nameType(),

  attributes: [
    attribute('CONTROL', all, choiceType('MANUAL', 'QMGR', 'STARTONLY'), 'MANUAL'),
    attribute('SERVTYPE', all, choiceType('COMMAND', 'SERVER'), 'COMMAND'),
    attribute('STARTCMD', all, path, ''),
    attribute('STARTARG', all, path, ''),
    attribute('STOPCMD', all, path, ''),
    attribute('STOPARG', all, path, ''),
    attribute('STDOUT', all, path, ''),
    attribute('STDERR', all, path, ''),
    attribute('DESCR', all, textType(64), ''),
    ...alterationAttributes,
  ],

  defaultObject: () => 'SYSTEM.DEFAULT.SERVICE',
}
