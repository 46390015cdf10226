/**
 * DISPLAY POLICY: the security policies of queues. A policy that was never set is displayed when it is named
 * exactly: it protects nothing.
 */
import { kinds } from '../../objects/index.ts'
import { type Attributes, initialAttributes } from '../../objects/kind.ts'
import { genericName, mark, text } from '../../objects/values.ts'
import type { DisplayValues, DisplayView } from '../command/display.ts'
import { policyNotFoundError } from '../command/policy-not-found-error.ts'
import { requireAuthority } from '../command/subject.ts'
import { isGeneric, matchesGeneric } from '../language/generic-name.ts'

const kind = kinds.policy

export const policies: DisplayView = {
  message: 'AMQ9086I',
  name: 'required',
  nameValue: genericName(),
  columns: [
    { keyword: 'POLICY', value: text(48) },
    ...kind.attributes.filter(({ keyword }) => keyword !== 'TOLERATE'),
    { keyword: 'ENFORCE', value: mark },
    { keyword: 'TOLERATE', value: mark },
  ],
  alwaysShown: ['POLICY'],
  notFoundError: (call) => policyNotFoundError(call.name ?? '*'),

  rows(call) {
    const { objects, name: manager } = call.runtime
    requireAuthority(call, 'qmgr', manager, 'DSP')
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

/** Of the pair ENFORCE and TOLERATE, returns the one that applies. */
function shown(name: string, { TOLERATE: tolerate, ...attributes }: Attributes): DisplayValues {
  return { ...attributes, POLICY: name, [tolerate === 'YES' ? 'TOLERATE' : 'ENFORCE']: 'YES' }
}
