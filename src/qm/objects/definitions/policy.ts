/**
 * Security policies: how the messages of a queue must be protected (Advanced Message Security).
 *
 * A policy has the name of the queue that it is about. What it does to puts and gets is in `mqi/protection.ts`.
 */

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
