/** Warns of members that a schema accepts although they have no effect. */
import type { DocumentContext } from '../../document-set/document-kind.ts'
import type { MemberPath } from '../../text/parsed-document.ts'

/** Warns of each member below `holder` that is not null; `advice` says where its meaning is configured instead. */
export function warnOfIneffectiveMembers(
  holder: MemberPath,
  advice: Readonly<Record<string, string>>,
  { source, problems }: Pick<DocumentContext, 'source' | 'problems'>,
): void {
  for (const [member, text] of Object.entries(advice)) {
    const path = [...holder, member]
    const value = source.valueAt(path)
    if (value === undefined || value === null) continue
    problems.memberWarning(source, path, `has no effect: ${text}`, 'less')
  }
}
