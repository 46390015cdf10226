/** Reads a TLS client profile: the CAs and the client certificate of connections to a server. */
import { resolve } from 'node:path'
import { optionalText } from '../../../../shared/lib/json-schema/members.ts'
import { Type } from '../../../../shared/lib/json-schema/type.ts'
import { type ConfigFact, listNamedParts, renderValues, renderYesNo } from '../../document-set/config-fact.ts'
import { defineDocumentKind } from '../../document-set/document-kind.ts'
import { addUniquePart } from '../../document-set/document-set.ts'
import {
  exportEnvelopeMembers,
  flagSchema,
  freeTextSchema,
  nameSchema,
  titleSchema,
} from '../../schema/common-schemas.ts'
import type { TlsProfile } from '../../types/index.ts'

const storeOfExport = (instead: string) =>
  Type.Optional(Type.Null({ 'x-words': `null: the file is named by "${instead}"` }))

const document = Type.Object({
  ...exportEnvelopeMembers(),
  type: Type.Literal('tls_client_profile', { description: 'The kind of the document.' }),
  name: nameSchema('The name by which other documents refer to the profile.'),
  title: titleSchema(),
  summary: freeTextSchema('A description for readers.'),
  version: Type.String({ default: '1.0.0', description: 'The version, which references may have after a colon.' }),
  protocols: Type.Array(Type.Enum(['tls_v1.2', 'tls_v1.3']), {
    default: ['tls_v1.2', 'tls_v1.3'],
    minItems: 1,
    uniqueItems: true,
    description: 'The versions of TLS that are accepted.',
  }),
  ciphers: Type.Array(Type.String(), {
    default: [],
    description: 'The cipher suites by their OpenSSL names. Without any, those of Node.',
  }),
  insecure_server_connections: flagSchema(false, 'Whether every server certificate is accepted.'),
  server_name_indication: flagSchema(true, 'Whether the gateway sends the server name.'),
  truststore: optionalText(
    'The PEM file of the trusted CAs, such as $env{SLUICE_DATA}/ca.pem. Default: the CAs of Node.',
  ),
  certificate: optionalText('The PEM file of the client certificate, which needs a key.'),
  key: optionalText('The PEM file of the key of the client certificate.'),
  truststore_url: storeOfExport('truststore'),
  keystore_url: storeOfExport('certificate" and "key'),
})

export const tlsProfileKind = defineDocumentKind({
  id: 'tls-client-profile',
  kind: 'TLS client profile',
  folder: 'provider',
  recognisedBy: 'type: tls_client_profile',
  is: (value) => value.type === 'tls_client_profile',
  document,
  references: [],
  listParts: ({ tlsProfiles }) => listNamedParts('TLS client profile', tlsProfiles.values(), listTlsProfileFacts),

  read(value, { source, problems }) {
    const absolute = (file: string | undefined) => (file === undefined ? undefined : resolve(source.folder, file))
    const part: TlsProfile = {
      name: value.name,
      version: value.version,
      title: value.title ?? value.name,
      protocols: value.protocols,
      ciphers: value.ciphers,
      insecureServerConnections: value.insecure_server_connections,
      serverNameIndication: value.server_name_indication,
      truststoreFile: absolute(value.truststore),
      certificateFile: absolute(value.certificate),
      keyFile: absolute(value.key),
      location: source.locate(),
    }
    const isKnown = !source.isGap(['certificate']) && !source.isGap(['key'])
    if (isKnown && (value.certificate === undefined) !== (value.key === undefined)) {
      const there = value.key === undefined ? 'certificate' : 'key'
      problems.error(source.locate([there]), 'certificate and key belong together: one of them is missing')
    }
    const added = { part, source }
    return ({ tlsProfiles }, problems) =>
      addUniquePart(tlsProfiles, part.name, added, { kind: 'the TLS client profile', path: ['name'], problems })
  },
})

function* listTlsProfileFacts({ name: _, location: __, ...profile }: TlsProfile): Iterable<ConfigFact> {
  for (const [member, value] of Object.entries(profile)) {
    const text = Array.isArray(value)
      ? renderValues(value)
      : typeof value === 'boolean'
        ? renderYesNo(value)
        : (value ?? 'none')
    yield [spaced(member), String(text)]
  }
}

/** Splits a camel-case name into words: `insecureServerConnections` becomes `insecure server connections`. */
function spaced(member: string): string {
  return member.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
