/** Finds the groups of a user in a directory, including groups that contain groups of the user. */
import type { Client } from 'ldapts'

import { escapeFilterValue } from '../../../registries/directory/index.ts'
import type { LdapRegistrySettings } from '../../settings/ldap-registry.ts'
import { readAttributeValues } from './ldap-attributes.ts'

const maxDepth = 10 // levels of groups in groups

/**
 * Returns the ids of the groups that have `dn` as a member. With `nestedGroups`, the result includes the groups that
 * have these groups as members. Throws the LDAP error when a search fails.
 */
export async function findGroups(client: Client, dn: string, settings: LdapRegistrySettings): Promise<string[]> {
  const { baseDn, groupId, nestedGroups } = settings
  const names = new Set<string>()
  const seen = new Set<string>()
  let members = [dn]

  for (let depth = 0; members.length > 0 && depth < (nestedGroups ? maxDepth : 1); depth += 1) {
    const filter = memberFilter(members, settings)
    const { searchEntries } = await client.search(baseDn, { scope: 'sub', filter, attributes: [groupId] })
    const newGroups = searchEntries.filter((group) => !seen.has(group.dn))
    for (const group of newGroups) {
      seen.add(group.dn)
      for (const name of readAttributeValues(group, groupId)) names.add(name)
    }
    members = newGroups.map((group) => group.dn)
  }
  return [...names]
}

/** Returns the filter for groups of any name that have one of the members. */
function memberFilter(members: readonly string[], { groupFilter, memberAttributes }: LdapRegistrySettings): string {
  const each = members.flatMap((dn) => memberAttributes.map((name) => `(${name}=${escapeFilterValue(dn)})`))
  return `(&${groupFilter.replaceAll('%v', '*')}(|${each.join('')}))`
}
