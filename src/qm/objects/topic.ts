/** Administrative topic objects. Most attributes may be inherited from the nearest topic above in the tree. */
import { altered, type Kind, row, shown } from './kind.ts'
import { choice, integer, name, text } from './values.ts'

const all = undefined
const parent = 'ASPARENT'
const yesNo = choice(parent, 'YES', 'NO')
const enabled = choice(parent, 'ENABLED', 'DISABLED')
const delivery = choice(parent, 'ALL', 'ALLAVAIL', 'ALLDUR')
const scope = choice(parent, 'ALL', 'QMGR')

export const topic: Kind = {
  kind: 'topic',
  key: 'TOPIC',
  typeKeyword: 'TYPE',
  types: ['LOCAL'],
  name: name(),

  attributes: [
    row('TOPICSTR', all, text(10_240), '', { access: 'create' }),
    row('DESCR', all, text(64), ''),
    row('CLROUTE', all, choice('DIRECT', 'TOPICHOST'), 'DIRECT'),
    shown('CLSTATE', [], text(8)),
    row('CLUSTER', all, name(), ''),
    row('DURSUB', all, yesNo, parent),
    row('PUB', all, enabled, parent),
    row('SUB', all, enabled, parent),
    row('DEFPSIST', all, yesNo, parent),
    row('DEFPRTY', all, integer(0, 9, parent), parent),
    row('DEFPRESP', all, choice(parent, 'SYNC', 'ASYNC'), parent),
    ...altered,
    row('PMSGDLV', all, delivery, parent),
    row('NPMSGDLV', all, delivery, parent),
    row('PUBSCOPE', all, scope, parent),
    row('SUBSCOPE', all, scope, parent),
    row('PROXYSUB', all, choice('FIRSTUSE', 'FORCE'), 'FIRSTUSE'),
    row('WILDCARD', all, choice('PASSTHRU', 'BLOCK'), 'PASSTHRU'),
    row('MDURMDL', all, name(), ''),
    row('MNDURMDL', all, name(), ''),
    row('MCAST', all, choice(parent, 'DISABLED', 'ENABLED', 'ONLY'), parent),
    row('COMMINFO', all, name(), ''),
    row('USEDLQ', all, yesNo, parent),
    row('CUSTOM', all, text(128), ''),
    row('CAPEXPRY', all, integer(0, 999_999_999, 'NOLIMIT', parent), parent),
  ],

  defaultObject: () => 'SYSTEM.DEFAULT.TOPIC',
  required: () => [['TOPICSTR']],
}
