/** DISPLAY POLICY: the security policies of queues. An exact name without a policy shows that nothing is protected. */
import { genericNameType, singleFlagType, textType } from '../../objects/definitions/attribute-types.ts'
import { type AttributeValues, initialAttributes } from '../../objects/definitions/object-definition.ts'
import { objectDefinitions } from '../../objects/object-definitions.ts'
import type { DisplayValues, DisplayView } from '../command/display.ts'
import { policyNotFoundError, requireAuthority } from '../command/subject.ts'
import { isGeneric, matchesGeneric } from '../language/generic-name.ts'

const kind = objectDefinitions.policy

export const policies: DisplayView = {
  message: 'AMQ9086I',
  name: 'required',
  nameValue: genericNameType(),
  columns: [
    { keyword: 'POLICY', value: textType(48) },
    ...kind.attributes.filter(({ keyword }) => keyword !== 'TOLERATE'),
    { keyword: 'ENFORCE', value: singleFlagType },
    { keyword: 'TOLERATE', value: singleFlagType },
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

/** Returns the attribute of the pair ENFORCE and TOLERATE that applies. */
function shown(name: string, { TOLERATE: tolerate, ...attributes }: AttributeValues): DisplayValues {
  return { ...attributes, POLICY: name, [tolerate === 'YES' ? 'TOLERATE' : 'ENFORCE']: 'YES' }
}
