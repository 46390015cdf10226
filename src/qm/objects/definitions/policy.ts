/** Security policies (Advanced Message Security), named like their queues. `mqi/object-access.ts` enforces them. */
import { choiceType, flagPairType, integerType, listType, nameType, textType } from './attribute-types.ts'
import { attribute, type ObjectDefinition } from './object-definition.ts'

const all = undefined
const distinguishedNames = listType(textType(1024), 256)

export const policyDefinition: ObjectDefinition = {
  kind: 'policy',
  key: 'POLICY',
  types: ['POLICY'],
  name: nameType(),

  attributes: [
    attribute('SIGNALG', all, choiceType('NONE', 'MD5', 'SHA1', 'SHA256', 'SHA384', 'SHA512'), 'NONE'),
    attribute('ENCALG', all, choiceType('NONE', 'RC2', 'DES', '3DES', 'AES128', 'AES256'), 'NONE'),
    attribute('SIGNER', all, distinguishedNames, []),
    attribute('RECIP', all, distinguishedNames, []),
    attribute('KEYREUSE', all, integerType(1, 9_999_999, 'DISABLED', 'UNLIMITED'), 'DISABLED'),
    attribute('TOLERATE', all, flagPairType, 'NO'),
  ],
}
