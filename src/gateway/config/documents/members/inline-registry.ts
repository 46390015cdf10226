/** Reads a user registry that a document describes instead of naming one: `x-ibm-authentication-url` of version 5. */
import { applySchemaDefaults } from '../../../lib/json-schema/apply-schema-defaults.ts'
import type { DocumentContext } from '../../document-set/document-kind.ts'
import { type MemberPath, renderMemberPath } from '../../text/parsed-document.ts'
import type { RegistrySettings, SourceLocation } from '../../types/index.ts'

export type AuthenticationUrl = { url: string; 'tls-profile'?: string | undefined }

/**
 * Returns the registry under a name that no document has. Reports any other URL, and returns undefined.
 *
 * @param at where the URL is, and the message for a URL that is none
 */
export function readInlineRegistry(
  owner: string,
  { url, 'tls-profile': profile }: AuthenticationUrl,
  at: { location: SourceLocation; message: string },
  { source, problems, tables }: DocumentContext,
): RegistrySettings | undefined {
  const row = tables.registries.find(({ type }) => type === 'authurl')
  if (!row || !/^https?:\/\/[^\s/?#@$]+([/?][^\s#]*)?$/.test(url)) {
    problems.undefinedValue(source, at.location, at.message)
    return undefined
  }
  const endpoint = { endpoint: url, tls_client_profile: profile || undefined }
  const title = `Authentication URL of ${owner}`
  return {
    name: `${owner}.authentication-url`,
    title,
    displayName: title,
    type: row.type,
    caseSensitive: false,
    settings: applySchemaDefaults(row.settings, { endpoint }),
    location: at.location,
  }
}

/** Returns where the `x-ibm-authentication-url` within a member is, with the message for a URL that is none. */
export function locateAuthenticationUrl(path: MemberPath, { source }: DocumentContext) {
  const at = [...path, 'x-ibm-authentication-url', 'url']
  const message = `${renderMemberPath(at)} must be an http or https URL with a fixed host - found "${source.renderValue(at)}"`
  return { location: source.locate(at), message: `${message}; a directory is named by x-ibm-authentication-registry` }
}
