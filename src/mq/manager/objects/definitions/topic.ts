/** Defines TOPIC objects. Most attributes can be inherited from the nearest topic object above in the topic tree. */
import { choiceType, integerType, nameType, textType } from './attribute-types.ts'
import { alterationAttributes, attribute, displayedAttribute, type ObjectDefinition } from './object-definition.ts'

const all = undefined
const parent = 'ASPARENT'
const yesNo = choiceType(parent, 'YES', 'NO')
const enabled = choiceType(parent, 'ENABLED', 'DISABLED')
const delivery = choiceType(parent, 'ALL', 'ALLAVAIL', 'ALLDUR')
const scope = choiceType(parent, 'ALL', 'QMGR')

export const topicDefinition: ObjectDefinition = {
  kind: 'topic',
  key: 'TOPIC',
  typeKeyword: 'TYPE',
  types: ['LOCAL'],
  name: nameType(),

  attributes: [
    attribute('TOPICSTR', all, textType(10_240), '', { access: 'create' }),
    attribute('DESCR', all, textType(64), ''),
    attribute('CLROUTE', all, choiceType('DIRECT', 'TOPICHOST'), 'DIRECT', { inert: true }),
    displayedAttribute('CLSTATE', [], textType(8)),
    attribute('CLUSTER', all, nameType(), ''),
    attribute('DURSUB', all, yesNo, parent),
    attribute('PUB', all, enabled, parent),
    attribute('SUB', all, enabled, parent),
    attribute('DEFPSIST', all, yesNo, parent),
    attribute('DEFPRTY', all, integerType(0, 9, parent), parent),
    attribute('DEFPRESP', all, choiceType(parent, 'SYNC', 'ASYNC'), parent),
    ...alterationAttributes,
    attribute('PMSGDLV', all, delivery, parent),
    attribute('NPMSGDLV', all, delivery, parent),
    attribute('PUBSCOPE', all, scope, parent),
    attribute('SUBSCOPE', all, scope, parent),
    attribute('PROXYSUB', all, choiceType('FIRSTUSE', 'FORCE'), 'FIRSTUSE'),
    attribute('WILDCARD', all, choiceType('PASSTHRU', 'BLOCK'), 'PASSTHRU'),
    attribute('MDURMDL', all, nameType(), ''),
    attribute('MNDURMDL', all, nameType(), ''),
    attribute('MCAST', all, choiceType(parent, 'DISABLED', 'ENABLED', 'ONLY'), parent),
    attribute('COMMINFO', all, nameType(), ''),
    attribute('USEDLQ', all, yesNo, parent),
    attribute('CUSTOM', all, textType(128), ''),
    attribute('CAPEXPRY', all, integerType(0, 999_999_999, 'NOLIMIT', parent), parent),
  ],

  defaultObject: () => 'SYSTEM.DEFAULT.TOPIC',
  required: () => [['TOPICSTR']],
}
