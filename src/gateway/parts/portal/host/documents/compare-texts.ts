/** Reads changed texts for a preview. It takes long with large texts, so the primary lets a thread do it. */
import { findForeignFile } from '../../../../config/index.ts'
import { buildUnifiedDiff } from '../../../../lib/text/unified-diff.ts'
import type { DocumentFolder } from '../../processes/messages.ts'
import type { TextChange, TextComparison } from '../../processes/thread-tasks.ts'

/** Returns the differences of all texts, the references in the new ones, and why they may not be saved. */
export function compareTexts(changes: readonly TextChange[], { folder, environment }: DocumentFolder): TextComparison {
  return {
    patch: changes.map(({ file, before, after }) => buildUnifiedDiff(file, before, after)).join(''),
    references: changes
      .map(({ file, after }) => ({ file, references: listReferenceTexts(after ?? '') }))
      .filter(({ references }) => references.length > 0),
    refusal: changes.map((each) => findForeignFile(each, folder, environment)).find((each) => each !== undefined),
  }
}

/** The limit for one text; the audit trail has an entry for each. */
const maxReferences = 50

/** Returns the references in a text, each once and cut off after 200 characters; of a nested one also the inner one. */
function listReferenceTexts(text: string): string[] {
  const found = new Set<string>()
  for (const [reference] of text.matchAll(/\$(?:env|file)\{[^\n$}]{0,200}\}?/g)) {
    found.add(reference)
    if (found.size === maxReferences) break
  }
  return [...found]
}
