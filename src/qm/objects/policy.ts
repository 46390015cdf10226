/**
 * Security policies: how the messages of a queue must be protected (Advanced Message Security).
 *
 * A policy has the name of the queue that it is about. What it does to puts and gets is in `mqi/protection.ts`.
 */
import { type Kind, row } from './kind.ts'
import { choice, flag, integer, list, name, text } from './values.ts'

const all = undefined
const distinguishedNames = list(text(1024), 256)

export const policy: Kind = {
  kind: 'policy',
  key: 'POLICY',
  types: ['POLICY'],
  name: name(),

  attributes: [
    row('SIGNALG', all, choice('NONE', 'MD5', 'SHA1', 'SHA256', 'SHA384', 'SHA512'), 'NONE'),
    row('ENCALG', all, choice('NONE', 'RC2', 'DES', '3DES', 'AES128', 'AES256'), 'NONE'),
    row('SIGNER', all, distinguishedNames, []),
    row('RECIP', all, distinguishedNames, []),
    row('KEYREUSE', all, integer(1, 9_999_999, 'DISABLED', 'UNLIMITED'), 'DISABLED'),
    row('TOLERATE', all, flag, 'NO'),
  ],
}
