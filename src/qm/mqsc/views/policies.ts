/** DISPLAY POLICY: the security policies of queues. One asked for by its name is told even if it was never set: nothing is protected. */
import { kinds } from '../../objects/index.ts'
import { type Attributes, initialAttributes } from '../../objects/kind.ts'
import { genericName, mark, text } from '../../objects/values.ts'
import { policyNotFound } from '../commands/policy.ts'
import type { Values, View } from '../display.ts'
import { isGeneric, matchesGeneric } from '../generic-name.ts'
import { authorize } from '../subject.ts'

const kind = kinds.policy

export const policies: View = {
  message: 'AMQ9086I',
  name: 'required',
  nameValue: genericName(),
  columns: [
    { keyword: 'POLICY', value: text(48) },
    ...kind.attributes.filter(({ keyword }) => keyword !== 'TOLERATE'),
    { keyword: 'ENFORCE', value: mark },
    { keyword: 'TOLERATE', value: mark },
  ],
  head: ['POLICY'],
  missing: (call) => policyNotFound(call.name ?? '*'),

  rows(call) {
    const { objects, name: manager } = call.runtime
    authorize(call, 'qmgr', manager, 'DSP')
    const pattern = call.name ?? '*'
    if (!isGeneric(pattern)) {
      const attributes = objects.find('policy', pattern)?.attributes ?? initialAttributes(kind, 'POLICY')
      return [{ values: shown(pattern, attributes) }]
    }
    return objects
      .list('policy')
      .filter(({ name }) => matchesGeneric(pattern, name))
      .map(({ name, attributes }) => ({ values: shown(name, attributes) }))
  },
}

/** Of the pair ENFORCE and TOLERATE the one that holds. */
function shown(name: string, { TOLERATE: tolerate, ...attributes }: Attributes): Values {
  return { ...attributes, POLICY: name, [tolerate === 'YES' ? 'TOLERATE' : 'ENFORCE']: 'YES' }
}
