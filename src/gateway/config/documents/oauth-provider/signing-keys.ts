/** Reads where the private keys of an OAuth provider are. */
import { resolve } from 'node:path'
import { choice, optionalText } from '../../../../shared/lib/json-schema/members.ts'
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import type { DocumentContext } from '../../document-set/document-kind.ts'
import { sectionSchema } from '../../schema/common-schemas.ts'
import type { SigningKeySource } from '../../types/index.ts'

const path = ['native_provider', 'signing_keys']

export const signingKeysSchema = sectionSchema({
  source: choice(['store', 'file', 'environment', 'signer'], 'Where the private keys are that sign access tokens.'),
  path: optionalText('file: a PEM or JWK file, or a folder of such files.'),
  variable: optionalText('environment: the variable that has the key in PEM or as a JWK.', {
    pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
    'x-words': 'the name of an environment variable',
  }),
  url: optionalText('signer: unix:/PATH/OF/SOCKET, or an HTTP URL on this machine.', {
    pattern: '^(unix:/.+|http://(127\\.0\\.0\\.1|localhost|\\[::1\\])(:[0-9]+)?(/[^?#]*)?)$',
    'x-words': 'unix:/path/of/socket, or an http URL with the host 127.0.0.1, localhost or [::1]',
  }),
  timeout: Type.Number({
    default: 2,
    exclusiveMinimum: 0,
    maximum: 30,
    description: 'signer: the timeout of a response in seconds.',
  }),
})

/** The member that each source needs. */
const requiredMembers = { store: undefined, file: 'path', environment: 'variable', signer: 'url' } as const
const members = ['path', 'variable', 'url'] as const

/** Returns the source. Reports a missing member as a problem, and warns of members that belong to another source. */
export function readSigningKeySource(
  value: Static<typeof signingKeysSchema>,
  { source: document, problems }: Pick<DocumentContext, 'source' | 'problems'>,
): SigningKeySource {
  const { source, timeout } = value
  const required = requiredMembers[source]
  for (const member of members) {
    const at = [...path, member]
    if (member === required || value[member] === undefined) continue
    const message = `native_provider.signing_keys.${member} has no effect: the source is ${source}`
    problems.warning(document.locateKey(at), message)
  }
  if (required === undefined) return { kind: 'store' }
  const text = value[required]
  if (text === undefined) {
    if (!document.isGap([...path, required]))
      problems.error(
        document.locate(path),
        `native_provider.signing_keys.${required} is missing: the source ${source} needs it`,
      )
    return { kind: 'store' }
  }
  switch (source) {
    case 'environment':
      return { kind: source, variable: text }
    case 'signer':
      return { kind: source, url: text, timeoutMs: timeout * 1_000 }
    default:
      return { kind: 'file', path: resolve(document.folder, text) }
  }
}
