/** Reads a user registry that a document describes instead of naming one: `x-ibm-authentication-url` of version 5. */
import { applySchemaDefaults } from '../../../lib/json-schema/apply-schema-defaults.ts'
import type { DocumentContext } from '../../document-set/document-kind.ts'
import type { MemberPath } from '../../text/parsed-document.ts'
import type { RegistrySettings } from '../../types/index.ts'

export interface AuthenticationUrl {
  url: string
  'tls-profile'?: string | undefined
}

/** Returns the registry under a name that no document has. Reports any other URL, and returns undefined. */
export function readInlineRegistry(
  owner: string,
  { url, 'tls-profile': profile }: AuthenticationUrl,
  path: MemberPath,
  { source, problems, tables }: DocumentContext,
): RegistrySettings | undefined {
  const at = [...path, 'x-ibm-authentication-url', 'url']
  const row = tables.registries.find(({ type }) => type === 'authurl')
  if (!row || !/^https?:\/\/[^\s/?#@$]+([/?][^\s#]*)?$/.test(url)) {
    const message = `${at.join('.')} must be an http or https URL with a fixed host - found "${source.renderValue(at)}"`
    problems.undefinedValue(
      source,
      source.locate(at),
      `${message}; a directory is named by x-ibm-authentication-registry`,
    )
    return undefined
  }
  const endpoint = { endpoint: url, ...(profile && { tls_client_profile: profile }) }
  const title = `Authentication URL of ${owner}`
  return {
    name: `${owner}.authentication-url`,
    title,
    displayName: title,
    type: row.type,
    caseSensitive: false,
    settings: applySchemaDefaults(row.settings, { endpoint }),
    location: source.locate(at),
  }
}
