/** The groups of an entry of a directory, also those that it belongs to through other groups. */
import { type Client, Filter } from 'ldapts'

import type { LdapRegistrySettings } from '../../settings/ldap-registry.ts'

const maxDepth = 10

/** The ids of the groups that list `dn` as a member. */
export async function groupsOf(
  client: Client,
  dn: string,
  settings: LdapRegistrySettings,
): Promise<string[]> {
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
      for (const name of [group[groupId] ?? []].flat()) names.add(String(name))
    }
    members = newGroups.map((group) => group.dn)
  }
  return [...names]
}

/** Every group, `%v` being any name, that has one of the members. */
function memberFilter(
  members: readonly string[],
  { groupFilter, memberAttributes }: LdapRegistrySettings,
): string {
  const each = members.flatMap((dn) => memberAttributes.map((name) => `(${name}=${Filter.escape(dn)})`))
  return `(&${groupFilter.replaceAll('%v', '*')}(|${each.join('')}))`
}
